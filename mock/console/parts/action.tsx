import type { ButtonHTMLAttributes, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { callControl, UNREACHABLE } from '../connection/api.ts'
import { feed } from '../connection/feed.ts'
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
  /** Changes something at the mock. */
  change(method: string, path: string, body?: object, success?: string): Promise<boolean>
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
  // What is said of a lost connection goes with it.
  const isLive = usePart(feed, value => value.connection === 'live')
  useEffect(() => {
    if (isLive && shown.text === UNREACHABLE) show('', '')
  }, [isLive])
  const run = async (action: () => Promise<string>): Promise<boolean> => {
    const timers = [
      setTimeout(() => show('odd', UNDER_WAY), UNDER_WAY_AFTER),
      setTimeout(() => show('odd', STUCK), STUCK_AFTER),
    ]
    setRunning(count => count + 1)
    try {
      if (feed.value.connection === 'lost') throw new Error(UNREACHABLE)
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
    change: (method, path, body = {}, success = '') =>
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
  const isOffline = usePart(feed, value => value.connection === 'lost')
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
      aria-disabled={isOffline || isRunning || isClicked || attributes['aria-disabled']}
    >
      {children}
    </button>
  )
}
