import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JsonRequest } from '../control/types.ts'
import { feed, isRequest } from './feed.ts'
import { usePart } from './observable.ts'
import { clock, count } from './words.ts'

/** How long requests are collected before they are announced together. */
const ANNOUNCE_AFTER = 2_000

/** Tells screen readers what emptied the log, and which requests are new, several at once. */
export function News(): JSX.Element {
  const lines = usePart(feed, value => value.lines)
  const began = usePart(feed, value => value.state?.began)
  const [news, tell] = useState('')
  /** The requests that were announced, and what began the epoch before them. */
  const known = useRef<{ began: unknown; keys: ReadonlySet<string> }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const { isCaughtUp } = feed.value
    if (!began || !isCaughtUp) return
    if (known.current?.began !== began) {
      if (known.current) tell(`${began.reason} at ${clock(began.time)}.`)
      known.current = { began, keys: new Set(lines.map(({ key }) => key)) }
      return
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const { lines, state } = feed.value
      const fresh = lines.filter(isRequest).filter(({ key }) => !known.current?.keys.has(key))
      known.current = { began: state?.began, keys: new Set(lines.map(({ key }) => key)) }
      const first = fresh.at(-1)?.request
      if (first) tell(describeArrivals(fresh.length, first))
    }, ANNOUNCE_AFTER)
  }, [lines, began])
  return (
    <p class="visually-hidden" role="status">
      {news}
    </p>
  )
}

function describeArrivals(arrivals: number, { method, status }: JsonRequest): string {
  const outcome = status === undefined ? 'without a response' : `with status ${status}`
  return `${count(arrivals, 'request')}, the first one ${method} ${outcome}`
}
