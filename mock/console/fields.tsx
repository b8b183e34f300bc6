import type { JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'

/** Texts by the names of fields. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>

/** What is wrong with fields. */
type Errors<Name extends string> = Partial<Readonly<Record<Name, string | undefined>>>

/** The fields of a form: what was typed, and what is wrong with it. */
export interface Fields<Name extends string = string> {
  /** Begins the ids of the fields. */
  readonly prefix: string
  readonly values: Texts<Name>
  readonly errors: Errors<Name>
  set(name: Name, value: string): void
  /** Shows what is wrong, and moves the focus to the first such field. Returns whether anything is. */
  refuse(errors: Errors<Name>): boolean
  /** Goes back to the defaults. */
  reset(): void
}

/** Until a field is typed in, it has its default. */
export function useFields<Name extends string>(defaults: Texts<Name>): Fields<Name> {
  const [typed, setTyped] = useState<Partial<Texts<Name>>>({})
  const [errors, setErrors] = useState<Errors<Name>>({})
  const prefix = useId()
  const names = Object.keys(defaults) as Name[]
  useEffect(() => {
    const first = names.find(name => errors[name])
    const element = document.getElementById(`${prefix}-${first}`)
    element?.closest('details')?.setAttribute('open', '')
    element?.focus()
  }, [errors])
  return {
    prefix,
    values: { ...defaults, ...typed },
    errors,
    set: (name, value) => setTyped(before => ({ ...before, [name]: value })),
    refuse(found) {
      setErrors(found)
      return names.some(name => found[name])
    },
    reset: () => setTyped({}),
  }
}

interface FieldProps<Name extends string> {
  of: Fields<Name>
  name: NoInfer<Name>
  label: string
  /** What follows the field, where it is part of a sentence. */
  end?: string
  /** A field of several lines. */
  lines?: number
  type?: 'number'
  min?: string
  disabled?: boolean
  placeholder?: string
  class?: string
}

/** A field below its label, with what is wrong with it. */
export function Field<Name extends string>({
  of,
  name,
  label,
  end,
  lines,
  ...attributes
}: FieldProps<Name>): JSX.Element {
  const id = `${of.prefix}-${name}`
  const error = of.errors[name]
  const Tag = lines === undefined ? 'input' : 'textarea'
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Tag
        id={id}
        {...attributes}
        {...(lines !== undefined && { rows: lines })}
        value={of.values[name]}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onInput={({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
          of.set(name, currentTarget.value)
        }
      />
      {end && <label for={id}>{end}</label>}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** What a number must be, and how to say so. */
export interface NumberRule {
  min: number
  /** Without it, the mock refuses what is too much. */
  max?: number
  whole?: boolean
  text: string
}

/** What is wrong with a number that was typed; undefined if nothing is. */
export function checkNumber(
  text: string,
  { min, max = Infinity, whole, text: error }: NumberRule,
): string | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return value >= min && value <= max && (!whole || Number.isInteger(value)) ? undefined : error
}
