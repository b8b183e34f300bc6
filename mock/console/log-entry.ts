import { successStatus } from '../../generated/contract.ts'
import type { SerializedMockRequest } from '../control/types.ts'
import { writeJson } from '../json/write.ts'
import { toCurl } from './curl.ts'
import { createCopyable, h } from './dom.ts'
import { nameOf } from './failures.ts'

/** A request as a line of the log, which expands to its details. */
export function createLogEntry(request: SerializedMockRequest): HTMLElement {
  const { method, status, url, time, reason, failure, body, text = '' } = request
  const kind = failure ? 'failed' : status === successStatus ? 'good' : 'refused'
  const note = failure
    ? `failed on command: ${nameOf(failure)}`
    : (reason ?? (body === undefined ? text : writeJson(body)))
  const details = h(
    'details',
    {},
    h(
      'summary',
      {},
      h('span', { class: 'status' }, status === undefined ? 'none' : String(status)),
      h('span', { class: 'method' }, method),
      h('span', { class: 'path' }, pathOf(url)),
      h('span', { class: 'note' }, note.slice(0, 300)),
      h('time', { datetime: time }, clock(time)),
    ),
  )
  // Most are never expanded, so the details are created then.
  details.addEventListener('toggle', () => details.append(createDetails(request)), { once: true })
  return h('li', { 'data-kind': kind }, details)
}

function createDetails(request: SerializedMockRequest): HTMLElement {
  const { number, reason, failure, status = 'none', headers, body, text } = request
  const verdict = failure
    ? ['Failed', `${nameOf(failure)}, on command or at random. No plant was added.`]
    : reason
      ? ['Refused', reason]
      : ['Answered', `with ${status}`]
  const content = body === undefined ? text : writeJson(body, '  ')
  return h(
    'div',
    { class: 'inside' },
    h('p', { class: 'verdict' }, h('strong', {}, `${verdict[0]}: `), verdict[1] ?? ''),
    h('h3', {}, 'Headers'),
    h(
      'dl',
      {},
      ...Object.entries(headers).map(([name, value]) =>
        h('div', {}, h('dt', {}, name), h('dd', {}, value)),
      ),
    ),
    h('h3', {}, 'Body'),
    content === undefined
      ? h('p', { class: 'empty' }, 'No body was read.')
      : h(
          'pre',
          { tabindex: '0', role: 'group', 'aria-label': `Body of request ${number}` },
          content,
        ),
    h('h3', {}, 'Repeat the request'),
    createCopyable(toCurl(request), `curl command for request ${number}`),
  )
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/i, '') || '/'
}

/** The time of day with milliseconds. */
function clock(time: string): string {
  const date = new Date(time)
  return `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`
}
