import { writeJson } from '../json/write.ts'
import { toAddPlantCall } from './add-plant-call.ts'
import { createCopyButton } from './copy.ts'
import { toCurl } from './curl.ts'
import { h } from './dom.ts'
import { escapeInvisible } from './escape-invisible.ts'
import type { LogRequest } from './events.ts'
import { describeFailure } from './failures.ts'
import { showMessage } from './messages.ts'
import { createOnlineButton } from './online-button.ts'
import { bodyText, describeDuration } from './outcome.ts'
import { repeatRequest } from './service.ts'

/** The details of a request: what happened, both bodies, what can be done with it. */
export function createDetails(request: LogRequest): HTMLElement {
  const { number, response, status, duration } = request
  const answer = status === undefined ? 'No response' : `Response ${status}`
  const [word, text] = verdictOf(request)
  const time = duration === undefined ? '' : ` in ${describeDuration(duration)}`
  return h(
    'div',
    { class: 'inside' },
    h('p', { class: 'verdict' }, h('strong', {}, word), ` ${text}`),
    h(
      'div',
      { class: 'messages' },
      createMessage('Request', request, `request ${number}`, `${request.method} ${request.url}`),
      request.inFlight
        ? h('p', { class: 'empty' }, 'It has no response yet.')
        : createMessage(answer + time, response, `response ${number}`),
    ),
    createActions(request),
  )
}

/** What happened, in a word, and the rest of the sentence. */
function verdictOf(request: LogRequest): readonly [word: string, text: string] {
  const { inFlight, failure, random, reason, handler, status } = request
  if (inFlight === 'held') return ['Held', 'until it is released.']
  if (inFlight) return ['Delayed', 'by the latency in force.']
  if (failure) {
    const cause = random ? 'at random' : 'on command'
    return ['Failed', `${cause}: ${describeFailure(failure)}. No plant was added.`]
  }
  if (handler) return ['Answered', `with ${status} by a handler.`]
  if (status === undefined) return ['No response:', reason ?? 'the connection ended.']
  return reason === undefined ? ['Answered', `with ${status}.`] : ['Refused:', reason]
}

/** One half of the exchange: the body first, the headers folded. */
function createMessage(
  title: string,
  message: Partial<Pick<LogRequest, 'headers' | 'body' | 'text'>> | undefined,
  name: string,
  line = '',
): HTMLElement {
  const section = h('div', {}, h('h3', {}, title))
  if (line) section.append(h('code', { class: 'url' }, line))
  if (!message) return section
  const text = bodyText(message, '  ')
  const attributes = { tabindex: '0', role: 'group', 'aria-label': `Body of ${name}` }
  section.append(
    text ? h('pre', attributes, escapeInvisible(text)) : h('p', { class: 'empty' }, 'No body.'),
  )
  const headers = Object.entries(message.headers ?? {})
  if (headers.length === 0) return section
  const rows = headers.map(([key, value]) => h('div', {}, h('dt', {}, key), h('dd', {}, value)))
  const count = headers.length === 1 ? '1 header' : `${headers.length} headers`
  section.append(h('details', { class: 'fold' }, h('summary', {}, count), h('dl', {}, ...rows)))
  return section
}

function createActions(request: LogRequest): HTMLElement {
  const actions = h('div', { class: 'line actions' })
  if (request.isCut) {
    actions.append(
      h('p', { class: 'empty' }, 'Its body is not kept whole, so it cannot be repeated.'),
    )
    return actions
  }
  if (!request.inFlight) actions.append(createOnlineButton('Repeat', () => repeat(request)))
  actions.append(createCopyButton('Copy as curl', { text: () => toCurl(request) }))
  const call = toAddPlantCall(request.body)
  if (call === undefined) return actions
  actions.append(createCopyButton('Copy as client.addPlant', { text: () => call }))
  return actions
}

async function repeat(request: LogRequest): Promise<void> {
  const body = request.body === undefined ? request.text : writeJson(request.body)
  try {
    const { status } = await repeatRequest(request, body)
    showMessage('good', `The request was repeated and answered with ${status}.`)
  } catch (error) {
    showMessage('bad', `The repeated request got no response: ${(error as Error).message}`)
  }
}
