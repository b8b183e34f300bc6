import { Component, type JSX } from 'preact'
import type { JsonRequest } from '../../control/types.ts'
import { feed } from '../connection/feed.ts'
import { usePart } from '../parts/observable.ts'
import { PlantCells } from '../plants/cells.tsx'
import { isPlant } from '../plants/fields.ts'
import { clock, dateTime, describeDuration, lineOf, titleOf } from '../text.ts'
import { view } from '../view.ts'
import { bodyInRow, describeEnd, describeWait, noteOf, statusOf } from '../words.ts'
import type { Entry } from './entries.ts'

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
    const { request, outcome, key, again } = entry
    const { number, time, body, ignored } = request
    const note = noteOf(request, again)
    return (
      <a
        class="row"
        href={href}
        data-key={key}
        data-tone={outcome}
        aria-current={isSelected || undefined}
        tabIndex={isTabStop ? 0 : -1}
        // The address is the same where another tab of the panel was chosen meanwhile.
        onClick={() => isSelected && view.set({ tab: 'Request', isOver: true })}
      >
        <span class="number">#{number}</span>
        <time datetime={time} title={dateTime(time)}>
          {clock(time)}
        </time>
        {isPlant(body) ? (
          <PlantCells plant={body} />
        ) : (
          <span class="json" title={titleOf(bodyInRow(request))}>
            {lineOf(bodyInRow(request))}
          </span>
        )}
        <Status request={request} />
        <span class="took">
          <Duration request={request} />
        </span>
        <span
          class="note"
          data-tone={outcome === 'good' && ignored ? 'odd' : undefined}
          title={titleOf(note)}
        >
          {lineOf(note)}
        </span>
      </a>
    )
  }
}

/** The status of a response, or why there is none. */
export function Status({ request }: { request: JsonRequest }): JSX.Element {
  const { inFlight, status, reason } = request
  const none = status === undefined ? (describeEnd(request) ?? reason) : undefined
  return (
    <span
      class="status toned"
      data-tone={inFlight && 'held'}
      title={describeWait(request) ?? titleOf(none ?? '')}
    >
      {statusOf(request)}
    </span>
  )
}

/** How long a request took, or has taken so far by the server's clock. */
export function Duration({ request }: { request: JsonRequest }): JSX.Element {
  const { duration, inFlight, time } = request
  const now = usePart(feed, value => (inFlight ? value.now : 0))
  const seconds = Math.max(0, Math.floor((now - Date.parse(time)) / 1_000))
  const ended = duration === undefined ? '?' : describeDuration(duration)
  return <span>{inFlight ? `${seconds} s` : ended}</span>
}
