import { Component, type JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { method, path } from '../../generated/contract.ts'
import type { JsonRequest } from '../control/types.ts'
import { type Entry, feed } from './feed.ts'
import { usePart } from './observable.ts'
import { isPlant } from './plant-fields.ts'
import { PlantCells } from './plants.tsx'
import {
  bodyText,
  clock,
  describeDuration,
  describeEnd,
  describeIgnored,
  describeInRow,
  escapeInvisible,
  labelOf,
  pathOf,
  WAITING,
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
    const props = Object.keys(next) as (keyof RowProps)[]
    return props.some(name => next[name] !== this.props[name])
  }

  override render(): JSX.Element {
    const { entry, href, isSelected, isTabStop } = this.props
    const { request, outcome, key } = entry
    const place = `${request.method} ${pathOf(request.url)}`
    const isUsual = request.method === method && place.endsWith(path)
    const { omitted } = request
    const body = bodyText(request) ?? (omitted && `body not kept: ${omitted}`)
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
          {isPlant(request.body) ? (
            <PlantCells plant={request.body} />
          ) : (
            <span class="json">{cut(body ?? (isUsual ? 'no body' : place))}</span>
          )}
          <span class="what">
            {!isUsual && body !== undefined && <Note class="place" text={place} />}
            <Note class="note" text={describeInRow(request)} />
            <Note class="ignored" text={describeIgnored(request)} />
          </span>
          <Duration request={request} />
          <time datetime={request.time}>{clock(request.time)}</time>
        </a>
      </li>
    )
  }
}

const Note = ({ text, class: className }: { text: string | undefined; class: string }) =>
  text ? (
    <span class={className} title={escapeInvisible(text)}>
      {cut(text)}
    </span>
  ) : null

/** A row shows no more of a text. */
const MAX_CHARS = 300

const cut = (text: string) => escapeInvisible(text.slice(0, MAX_CHARS))

/** The status of a response, or why there is none. */
export function Status({ request }: { request: JsonRequest }): JSX.Element {
  const { inFlight, status = 'none', reason } = request
  const none = status === 'none' ? (describeEnd(request) ?? reason) : undefined
  return (
    <span class="status toned" title={inFlight ? WAITING[inFlight] : none}>
      {inFlight ? labelOf(inFlight) : status}
    </span>
  )
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
