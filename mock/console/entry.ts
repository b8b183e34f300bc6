import type { RequestOnWire } from '../control/types.ts'
import { writeJson } from '../write-json.ts'
import { curlOf } from './curl.ts'
import { copyable, h } from './dom.ts'
import { nameOf } from './failure-list.ts'

/** A request as a line of the log, which opens to the whole of it. */
export function entryOf(request: RequestOnWire): HTMLElement {
  const { method, status, url, time, reason, failure, body, text = '' } = request
  const kind = failure ? 'failed' : status === 200 ? 'good' : 'refused'
  const note = failure
    ? `made to fail: ${nameOf(failure)}`
    : (reason ?? (body === undefined ? text : writeJson(body)))
  const details = h(
    'details',
    {},
    h(
      'summary',
      {},
      h('span', { class: 'status' }, status === 0 ? 'none' : String(status)),
      h('span', { class: 'method' }, method),
      h('span', { class: 'path' }, pathOf(url)),
      h('span', { class: 'note' }, note.slice(0, 300)),
      h('time', { datetime: time }, clock(time)),
    ),
  )
  // Most are never opened, so the rest waits for that.
  details.addEventListener('toggle', () => details.append(inside(request)), { once: true })
  return h('li', { 'data-kind': kind }, details)
}

function inside(request: RequestOnWire): HTMLElement {
  const { number, reason, failure, status, headers, body, text } = request
  const verdict = failure
    ? ['Made to fail', `${nameOf(failure)}, on command or by chance. No plant was added.`]
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
      ? h('p', { class: 'empty' }, 'None was read.')
      : h(
          'pre',
          { tabindex: '0', role: 'group', 'aria-label': `Body of request ${number}` },
          content,
        ),
    h('h3', {}, 'Repeat it'),
    copyable(curlOf(request), `curl command for request ${number}`),
  )
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/i, '') || '/'
}

/** The time of day with milliseconds, which tell apart what came together. */
function clock(time: string): string {
  const date = new Date(time)
  return `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`
}
