import { h } from './dom.ts'
import { escapeInvisible } from './escape-invisible.ts'
import type { LogRequest } from './events.ts'
import {
  bodyText,
  clock,
  describeDuration,
  describeOutcome,
  type Outcome,
  outcomeOf,
  pathOf,
} from './outcome.ts'
import { createDetails } from './request-details.ts'

/** A request of the log, and its line. */
export interface LogEntry {
  readonly request: LogRequest
  readonly outcome: Outcome
  readonly element: HTMLElement
}

/** A request as a line of the log, which expands to its details. */
export function createLogEntry(request: LogRequest): LogEntry {
  const outcome = outcomeOf(request)
  const { status, duration, time } = request
  const details = createRow(request, [
    h('span', { class: 'status' }, status === undefined ? 'none' : String(status)),
    h('span', { class: 'duration' }, duration === undefined ? '' : describeDuration(duration)),
    h('time', { datetime: time }, clock(time)),
  ])
  return { request, outcome, element: h('li', { 'data-outcome': outcome }, details) }
}

/** The expandable line of a request; `cells` are its status, its duration and its time. */
export function createRow(
  request: LogRequest,
  [status, duration, time]: [Node, Node, Node],
): HTMLDetailsElement {
  const { method, url } = request
  const outcome = describeOutcome(request)
  const note = escapeInvisible(outcome ?? bodyText(request) ?? '')
  const details = h(
    'details',
    {},
    h(
      'summary',
      { class: 'row', tabindex: '-1' },
      status,
      h('span', { class: 'method' }, method),
      h('span', { class: 'path' }, pathOf(url)),
      h('span', { class: outcome === undefined ? 'note json' : 'note' }, note.slice(0, 300)),
      duration,
      time,
    ),
  )
  // Most are never expanded, so the details are created then.
  details.addEventListener('toggle', () => details.append(createDetails(request)), { once: true })
  return details
}
