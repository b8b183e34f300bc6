import { byId, h, setText } from './dom.ts'

/** Shows below a field what is wrong with it; an empty text removes that. */
export function setError(input: HTMLElement, text: string): void {
  const id = `${input.id}-error`
  const error = document.getElementById(id) ?? h('p', { class: 'error', id })
  if (!error.isConnected) (input.closest('.field, .line') ?? input).after(error)
  setText(error, text)
  error.hidden = text === ''
  if (text === '') {
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
    return
  }
  input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', id)
}

/** Shows what is wrong with a value, and moves the focus there. */
export function refuse(input: HTMLElement, text: string): undefined {
  setError(input, text)
  input.closest('details')?.setAttribute('open', '')
  input.focus()
}

/** What a number must be, and how to say so. */
export interface NumberRule {
  min: number
  max: number
  whole?: boolean
  text: string
}

/** The number in a field; if it breaks the rule, shows that and returns undefined. */
export function readNumber(id: string, { min, max, whole, text }: NumberRule): number | undefined {
  const input = byId<HTMLInputElement>(id)
  const value = input.valueAsNumber
  const isRight = value >= min && value <= max && (!whole || Number.isInteger(value))
  if (!isRight) return refuse(input, text)
  setError(input, '')
  return value
}
