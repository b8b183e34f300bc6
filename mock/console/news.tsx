import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JsonRequest } from '../control/types.ts'
import { feed, isRequest } from './feed.ts'
import { usePart } from './observable.ts'
import { bodyText, clock, count } from './words.ts'

/** How long requests are collected before they are announced together. */
const ANNOUNCE_AFTER = 2_000

/** Tells screen readers what emptied the log, and which requests are new, several at once. */
export function News(): JSX.Element {
  const lines = usePart(feed, value => value.lines)
  const began = usePart(feed, value => value.state?.began)
  const [news, tell] = useState('')
  /** What began the epoch, and the keys of the requests that were announced. */
  const known = useRef<{ began: unknown; keys: ReadonlySet<string> }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const learn = () => {
    const { state, lines } = feed.value
    known.current = { began: state?.began, keys: new Set(lines.map(({ key }) => key)) }
  }
  useEffect(() => {
    if (!began || !feed.value.isCaughtUp) return
    if (known.current?.began !== began) {
      if (known.current) tell(`${began.reason} at ${clock(began.time)}.`)
      return learn()
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const fresh = feed.value.lines.filter(line => !known.current?.keys.has(line.key))
      learn()
      const requests = fresh.filter(isRequest).map(({ request }) => request)
      const isHeld = ({ inFlight }: JsonRequest) => inFlight === 'held'
      const first = requests.find(isHeld) ?? requests[0]
      if (!first) return
      const { number, method, status } = first
      if (isHeld(first)) {
        const body = bodyText(first)
        const held = `Request ${number} is held until it is released`
        return tell(body ? `${held}: ${body.slice(0, 100)}` : held)
      }
      const outcome = status === undefined ? 'without a response' : `with status ${status}`
      tell(`${count(fresh.length, 'request')}, the first one ${method} ${outcome}`)
    }, ANNOUNCE_AFTER)
  }, [lines, began])
  return (
    <p class="visually-hidden" role="status">
      {news}
    </p>
  )
}
