import type { ButtonHTMLAttributes, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { callControl, UNREACHABLE } from './api.ts'
import { type Feed, feed } from './feed.ts'
import { usePart } from './observable.ts'

/** How long a message stays. */
const MESSAGE_TIME = 8_000

/** What takes longer shows that it is under way. */
const UNDER_WAY_AFTER = 300

/** What takes longer than that may have no connection. */
const STUCK_AFTER = 5_000

/** What a part of the page does, with a message about it. */
export interface Action {
  /** Whether it is under way. */
  readonly isRunning: boolean
  /** Runs it, and shows the text that it resolves to, or why it failed. Resolves to whether it succeeded. */
  run(action: () => Promise<string>): Promise<boolean>
  /** Sends a change to the control API. */
  send(method: string, path: string, body?: object, success?: string): Promise<boolean>
  /** A polite live region, for a place next to what was clicked. */
  readonly message: JSX.Element
}

export function useAction(): Action {
  const [shown, setShown] = useState({ tone: '', text: '', number: 0 })
  const [running, setRunning] = useState(0)
  // The number makes the same text a new one, so that it is announced again.
  const show = (tone: string, text: string) =>
    setShown(({ number }) => ({ tone, text, number: number + 1 }))
  useEffect(() => {
    if (shown.text === '' || shown.tone === 'odd') return
    const timer = setTimeout(() => show('', ''), MESSAGE_TIME)
    return () => clearTimeout(timer)
  }, [shown])
  const run = async (action: () => Promise<string>): Promise<boolean> => {
    const timers = [
      setTimeout(() => show('odd', UNDER_WAY), UNDER_WAY_AFTER),
      setTimeout(() => show('odd', STUCK), STUCK_AFTER),
    ]
    setRunning(count => count + 1)
    try {
      const reason = whyOffline(feed.value)
      if (reason) throw new Error(reason)
      show('good', await action())
      return true
    } catch (error) {
      show('bad', (error as Error).message)
      return false
    } finally {
      for (const timer of timers) clearTimeout(timer)
      setRunning(count => count - 1)
    }
  }
  return {
    isRunning: running > 0,
    run,
    send: (method, path, body = {}, success = '') =>
      run(() => callControl(method, path, body).then(() => success)),
    message: (
      <p class="message toned" role="status" data-tone={shown.tone}>
        {shown.text && <span key={shown.number}>{shown.text}</span>}
      </p>
    ),
  }
}

const UNDER_WAY = 'Under way…'

/** With HTTP/1.1, browsers open at most six connections to a host and port. */
const STUCK =
  'Still under way. A browser sends six requests at a time to one address: behind a proxy, those of the application that wait count, too.'

/** Why nothing can be sent to the mock; undefined if it can. */
function whyOffline({ connection, isRefused }: Feed): string | undefined {
  if (connection === 'lost') return UNREACHABLE
  return isRefused ? 'The mock refuses this page: see the top of it.' : undefined
}

/**
 * A button that needs the server. It keeps its focus when the connection is lost, so it is not `disabled`:
 * its action says why it does nothing.
 */
export function OnlineButton({
  children,
  isRunning = false,
  onClick,
  ...attributes
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> & {
  /** Whether what its form does is under way. */
  isRunning?: boolean
  /** Is not called again before what it returns is settled. */
  onClick?: () => unknown
}): JSX.Element {
  const isOffline = usePart(feed, value => whyOffline(value) !== undefined)
  const [isClicked, setClicked] = useState(false)
  const click = async () => {
    setClicked(true)
    await onClick?.()
    setClicked(false)
  }
  return (
    <button
      type="button"
      {...attributes}
      onClick={isClicked || !onClick ? undefined : click}
      aria-disabled={isOffline || isRunning || isClicked || undefined}
    >
      {children}
    </button>
  )
}

/** Text that may be long: it scrolls by itself, by keyboard too. */
export const Scrollable = ({ label, text }: { label: string; text: string }): JSX.Element => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <pre tabIndex={0} role="group" aria-label={label}>
    {text}
  </pre>
)

/** A button that copies a text. Where the browser does not allow that, the text is shown and selected. */
export function CopyButton({
  text,
  label = 'Copy',
  title,
  name,
}: {
  text: string
  label?: string
  title?: string
  /** Its name for a screen reader. */
  name?: string
}): JSX.Element {
  const [outcome, setOutcome] = useState('')
  const [isShown, setShown] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const end = (isCopied: boolean) => {
    setShown(!isCopied)
    setOutcome(isCopied ? 'Copied' : 'Selected')
    setTimeout(() => setOutcome(''), 1_500)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      end(true)
    } catch {
      end(false)
    }
  }
  useLayoutEffect(() => {
    const pre = place.current?.querySelector('pre')
    if (!pre) return
    getSelection()?.selectAllChildren(pre)
    // On an http address of the local network there is no clipboard (Secure Contexts, section 3.1).
    if (!navigator.clipboard && document.execCommand('copy')) end(true)
  }, [isShown, outcome])
  return (
    <span class="copy" ref={place}>
      <button
        type="button"
        class="stack"
        title={title}
        aria-label={outcome ? undefined : name}
        onClick={copy}
      >
        {/* They lie on one another, so that the button keeps its width. */}
        {[label, outcome || 'Copied'].map(text => (
          <span key={text} data-shown={text === (outcome || label) || undefined}>
            {text}
          </span>
        ))}
      </button>
      <span class="visually-hidden" role="status">
        {outcome}
      </span>
      {isShown && <Scrollable label={label} text={text} />}
    </span>
  )
}
