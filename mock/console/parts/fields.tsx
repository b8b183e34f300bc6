import type { ComponentChildren, JSX, TargetedEvent, TargetedKeyboardEvent } from 'preact'

type Handler = (event: TargetedEvent<HTMLInputElement>) => void
type KeyEvent = TargetedKeyboardEvent<HTMLInputElement>

interface FieldProps {
  label: ComponentChildren
  name?: string
  class?: string
  value?: string
  defaultValue?: string
  placeholder?: string
  required?: boolean
  autofocus?: boolean
  onInput?: Handler
}

/** What a number may be. The default step is 1. */
interface NumberProps {
  type?: 'number'
  min?: string
  max?: string
  step?: 'any'
  readOnly?: boolean
}

/** A field below its label. The browser says what is wrong with it, and the mock what is left. */
export function Field({
  label,
  lines,
  read,
  onInput,
  ...attributes
}: FieldProps &
  NumberProps & {
    /** A field of several lines. */
    lines?: number
    /** Throws what is wrong with a text. */
    read?: (text: string) => void
  }): JSX.Element {
  const check: Handler = event => {
    const field = event.currentTarget
    onInput?.(event)
    try {
      read?.(field.value)
      field.setCustomValidity('')
    } catch (error) {
      field.setCustomValidity((error as Error).message)
    }
  }
  /** As Enter does in a field of one line. */
  const submitByKey = ({ key, ctrlKey, metaKey, currentTarget }: KeyEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
  }
  const Tag = (lines === undefined ? 'input' : 'textarea') as 'input'
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the tag is one
    <label class="field">
      <span class="soft">{label}</span>
      <Tag
        spellcheck={false}
        autocomplete="off"
        onInput={check}
        {...(lines !== undefined && { rows: lines, onKeyDown: submitByKey })}
        {...attributes}
      />
    </label>
  )
}

/** A box to check, before its label. */
export const Check = ({
  label,
  ...attributes
}: FieldProps & { checked?: boolean; defaultChecked?: boolean }): JSX.Element => (
  <label class="check soft">
    <input type="checkbox" {...attributes} /> {label}
  </label>
)

/** A field without a visible label, which Escape empties. An input method has the keys while it composes a word. */
export const Search = ({
  label,
  onSearch,
  onKeyDown,
  ...attributes
}: FieldProps & {
  label: string
  onSearch: (text: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
}): JSX.Element => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    autocomplete="off"
    spellcheck={false}
    onInput={({ currentTarget }) => onSearch(currentTarget.value)}
    onKeyDown={event => {
      if (event.key === 'Escape') event.preventDefault() // Chromium empties it, composing or not
      if (event.isComposing) return
      if (event.key === 'Escape') onSearch('')
      else onKeyDown?.(event)
    }}
    {...attributes}
  />
)

/** The texts of a form by the names of its fields. */
export const readForm = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(new FormData(form)) as Record<string, string>
