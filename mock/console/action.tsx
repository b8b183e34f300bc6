import type { ButtonHTMLAttributes, JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { callControl, UNREACHABLE } from './api.ts'
import { model } from './model.ts'

/** How long a message stays. */
const MESSAGE_TIME = 8_000

/** What a part of the page does, with a message about it. */
export interface Action {
  /** Runs it, and shows the text that it resolves to, or why it failed. Resolves to whether it succeeded. */
  run(action: () => Promise<string>): Promise<boolean>
  /** Sends a change to the control API. */
  send(method: string, path: string, body: object, success: string): Promise<boolean>
  /** A polite live region, for a place beside what was clicked. */
  message: JSX.Element
}

export function useAction(): Action {
  const [shown, setShown] = useState({ kind: '', text: '', number: 0 })
  useEffect(() => {
    if (shown.text === '') return
    const timer = setTimeout(() => show('', ''), MESSAGE_TIME)
    return () => clearTimeout(timer)
  }, [shown])
  // The number makes the same text a new one, so that it is announced again.
  const show = (kind: string, text: string) =>
    setShown(({ number }) => ({ kind, text, number: number + 1 }))
  const run = async (action: () => Promise<string>): Promise<boolean> => {
    try {
      if (model.connection === 'lost') throw new Error(UNREACHABLE)
      show('good', await action())
      return true
    } catch (error) {
      show('bad', (error as Error).message)
      return false
    }
  }
  return {
    run,
    send: (method, path, body, success) =>
      run(() => callControl(method, path, body).then(() => success)),
    message: (
      <p class="message toned" role="status" data-tone={shown.kind}>
        {shown.text && <span key={shown.number}>{shown.text}</span>}
      </p>
    ),
  }
}

/**
 * A button that needs the server. It keeps its focus when the connection is lost, so it is not `disabled`:
 * its action says why it does nothing.
 */
export const OnlineButton = ({
  children,
  ...attributes
}: ButtonHTMLAttributes<HTMLButtonElement>): JSX.Element => (
  <button type="button" {...attributes} aria-disabled={model.connection === 'lost' || undefined}>
    {children}
  </button>
)

/** Text that may be long: it scrolls by itself, by keyboard too. */
export const Scrollable = ({
  id,
  label,
  text,
}: {
  id?: string | undefined
  label: string
  text: string
}): JSX.Element => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <pre id={id} tabIndex={0} role="group" aria-label={label}>
    {text}
  </pre>
)

/** A button that copies a text. Where the browser does not allow that, the text is shown and selected. */
export function CopyButton({
  text,
  label = 'Copy',
  name,
  selects,
}: {
  text: string
  label?: string
  /** Its name for a screen reader. */
  name?: string
  /** The id of the element that shows the text; without one, the text is shown after the button. */
  selects?: string
}): JSX.Element {
  const [outcome, setOutcome] = useState('')
  const [isShown, setShown] = useState(false)
  const ownId = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      tell('Copied')
    } catch {
      setShown(!selects)
      tell('Selected')
    }
  }
  const tell = (word: string) => {
    setOutcome(word)
    model.announce(word)
    setTimeout(() => setOutcome(''), 1_500)
  }
  useEffect(() => {
    const shown = document.getElementById(selects ?? ownId)
    if (outcome === 'Selected' && shown) getSelection()?.selectAllChildren(shown)
  }, [outcome])
  return (
    <>
      <button
        type="button"
        class={name && 'quiet'}
        aria-label={outcome ? undefined : name}
        onClick={copy}
      >
        {outcome || label}
      </button>
      {isShown && <Scrollable id={ownId} label={label} text={text} />}
    </>
  )
}
