import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'

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
export function useFields<Name extends string>(
  prefix: string,
  defaults: Texts<Name>,
): Fields<Name> {
  const [typed, setTyped] = useState<Partial<Texts<Name>>>({})
  const [errors, setErrors] = useState<Errors<Name>>({})
  const names = Object.keys(defaults) as Name[]
  useEffect(() => {
    const first = names.find(name => errors[name])
    const input = first && document.getElementById(`${prefix}-${first}`)
    if (!input) return
    input.closest('details')?.setAttribute('open', '')
    input.focus()
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

/** A field of a form, without its label. */
export function Input<Name extends string>({
  of,
  name,
  lines,
  ...attributes
}: {
  of: Fields<Name>
  name: NoInfer<Name>
  /** A field of several lines. */
  lines?: number
  type?: 'number'
  min?: string
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}): JSX.Element {
  const id = `${of.prefix}-${name}`
  const common = {
    id,
    value: of.values[name],
    spellcheck: false,
    autocomplete: 'off' as const,
    'aria-invalid': of.errors[name] ? true : undefined,
    'aria-describedby': of.errors[name] ? `${id}-error` : undefined,
  }
  if (lines !== undefined)
    return (
      <textarea
        {...common}
        rows={lines}
        placeholder={attributes.placeholder}
        onInput={({ currentTarget }) => of.set(name, currentTarget.value)}
      />
    )
  return (
    <input
      {...common}
      {...attributes}
      onInput={({ currentTarget }) => of.set(name, currentTarget.value)}
    />
  )
}

/** What is wrong with a field, for a place below it. */
export function FieldError<Name extends string>({
  of,
  name,
}: {
  of: Fields<Name>
  name: NoInfer<Name>
}): JSX.Element | null {
  const text = of.errors[name]
  if (!text) return null
  return (
    <p class="error" id={`${of.prefix}-${name}-error`}>
      {text}
    </p>
  )
}

/** A field below its label, with what is wrong with it. */
export const LabelledField = <Name extends string>(
  props: Parameters<typeof Input<Name>>[0] & { label?: string },
): JSX.Element => {
  const { label, ...others } = props
  return (
    <div class="field stack">
      <label for={`${props.of.prefix}-${props.name}`}>{label ?? props.name}</label>
      <Input {...others} />
      <FieldError of={props.of} name={props.name} />
    </div>
  )
}

/** What a number must be, and how to say so. */
export interface NumberRule {
  min: number
  /** Without it, the mock itself says what is too much. */
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
