import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { feed } from '../connection/feed.ts'
import { usePart } from '../parts/observable.ts'
import { bodyLine, clock, count, grouped } from '../text.ts'
import { list, log } from './list.ts'

/** How long requests are collected before they are announced together. */
const ANNOUNCE_AFTER = 2_000

/** Tells screen readers what emptied the log, and which requests are new, several at once. */
export function News(): JSX.Element {
  const changes = usePart(list, value => value.changes)
  const began = usePart(feed, value => value.state?.began)
  const [news, tell] = useState('')
  const known = useRef<typeof began>(undefined)
  /** The number of the last request that was told. */
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!began) return
    if (known.current !== began) {
      if (known.current) tell(`${began.reason} at ${clock(began.time)}.`)
      known.current = began
      last.current = log.newest
      return
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const text = describeNew(last.current)
      last.current = log.newest
      if (text !== undefined) tell(text)
    }, ANNOUNCE_AFTER)
  }, [changes, began])
  return (
    <p class="visually-hidden" role="status">
      {news}
    </p>
  )
}

/** The requests after one of that number: they are numbered as they arrive. */
function describeNew(number: number): string | undefined {
  const requests = log.after(number).map(({ request }) => request)
  const held = requests.find(({ inFlight }) => inFlight === 'held')
  if (held) {
    const body = bodyLine(held)
    const text = `Request ${held.number} is held until it is released`
    return body ? `${text}: ${body.slice(0, 100)}` : text
  }
  const total = log.newest - number
  const missed = total - requests.length
  if (missed > 0) return `${count(total, 'request')}, of which ${grouped(missed)} are not kept`
  const [first] = requests
  if (!first) return undefined
  const { method, status } = first
  const outcome = status === undefined ? 'without a response' : `with status ${status}`
  return `${count(total, 'request')}, the first one ${method} ${outcome}`
}
