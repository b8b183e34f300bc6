import { Component, type JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { method, path } from '../../generated/contract.ts'
import type { JsonRequest } from '../control/types.ts'
import { type Entry, feed } from './feed.ts'
import { usePart } from './observable.ts'
import {
  bodyText,
  clock,
  describeDuration,
  describeIgnored,
  describeOutcome,
  escapeInvisible,
  pathOf,
} from './words.ts'

interface RowProps {
  entry: Entry
  /** The link that opens its detail. */
  href: string
  isSelected: boolean
  isTabStop: boolean
}

/** A request of the list. Only rows that change are drawn again. */
export class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { entry, href, isSelected, isTabStop } = this.props
    return (
      next.entry !== entry ||
      next.href !== href ||
      next.isSelected !== isSelected ||
      next.isTabStop !== isTabStop
    )
  }

  override render(): JSX.Element {
    const { entry, href, isSelected, isTabStop } = this.props
    const { request, outcome, key } = entry
    const place = pathOf(request.url)
    const isUsual = request.method === method && place.endsWith(path)
    const note = describeOutcome(request)
    const ignored = describeIgnored(request)
    const body = bodyText(request)
    return (
      <li data-tone={outcome}>
        <a
          class="row"
          href={href}
          data-key={key}
          aria-current={isSelected || undefined}
          tabIndex={isTabStop ? 0 : -1}
        >
          <span class="number">#{request.number}</span>
          <Status request={request} />
          <span class={isUsual ? 'place usual' : 'place'}>
            {request.method} {place}
          </span>
          <span class="what">
            {note && <span class="note">{escapeInvisible(note.slice(0, MAX_CHARS))}</span>}
            {ignored && (
              <span class="note" data-tone="odd">
                {escapeInvisible(ignored)}
              </span>
            )}
            {body && <span class="json">{escapeInvisible(body.slice(0, MAX_CHARS))}</span>}
          </span>
          <Duration request={request} />
          <time datetime={request.time}>{clock(request.time)}</time>
        </a>
      </li>
    )
  }
}

/** A row shows no more of a text. */
const MAX_CHARS = 300

/** The status of a response, or why there is none. */
export function Status({ request }: { request: JsonRequest }): JSX.Element {
  const { inFlight, status = 'none' } = request
  const waiting = inFlight === 'held' ? 'held' : 'wait'
  return <span class="status toned">{inFlight ? waiting : status}</span>
}

/** How long a request took, or has taken so far by the server's clock, as long as there is a server. */
export function Duration({ request }: { request: JsonRequest }): JSX.Element {
  const { duration, inFlight, time } = request
  const isLost = usePart(feed, value => value.connection === 'lost')
  const [now, setNow] = useState(Date.now)
  const isCounting = inFlight !== undefined && !isLost
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setNow(Date.now), 1_000)
    return () => clearInterval(timer)
  }, [isCounting])
  if (!inFlight)
    return <span class="duration">{duration === undefined ? '?' : describeDuration(duration)}</span>
  const seconds = Math.floor((now - feed.value.clockLead - Date.parse(time)) / 1_000)
  return <span class="duration">{Math.max(0, seconds)} s</span>
}
