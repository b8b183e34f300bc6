import { writeJson } from '../json/write.ts'
import { toAddPlantCall } from './add-plant-call.ts'
import { createCopyButton } from './copy.ts'
import { toCurl } from './curl.ts'
import { createButton, h } from './dom.ts'
import { showMessage } from './messages.ts'
import { bodyText, describeDuration, describeOutcome, outcomeOf } from './outcome.ts'
import { repeatRequest } from './service.ts'
import type { SerializedMockRequest } from './types.ts'

/** The details of a request: what happened, both bodies, what can be done with it. */
export function createDetails(request: SerializedMockRequest): HTMLElement {
  const { number, response, status, duration } = request
  const answer = status === undefined ? 'No response' : `Response ${status}`
  const time = duration === undefined ? '' : ` in ${describeDuration(duration)}`
  return h(
    'div',
    { class: 'inside' },
    h('p', { class: 'verdict' }, h('strong', {}, VERDICTS[outcomeOf(request)]), verdict(request)),
    h(
      'div',
      { class: 'messages' },
      createMessage('Request', request, `request ${number}`, `${request.method} ${request.url}`),
      request.pending
        ? h('p', { class: 'empty' }, 'It has no response yet.')
        : createMessage(answer + time, response, `response ${number}`),
    ),
    createActions(request),
  )
}

const VERDICTS = { good: 'Answered', refused: 'Refused', failed: 'Failed' } as const

function verdict(request: SerializedMockRequest): string {
  if (request.pending) return ': not answered yet'
  const text = describeOutcome(request)
  const what = text === undefined ? ` with ${request.status}` : `: ${text}`
  return request.failure ? `${what}. No plant was added.` : what
}

/** One half of the exchange: the body first, the headers folded. */
function createMessage(
  title: string,
  message: Partial<Pick<SerializedMockRequest, 'headers' | 'body' | 'text'>> | undefined,
  name: string,
  line = '',
): HTMLElement {
  const section = h('div', {}, h('h3', {}, title))
  if (line) section.append(h('code', { class: 'url' }, line))
  if (!message) return section
  const text = bodyText(message, '  ')
  const attributes = { tabindex: '0', role: 'group', 'aria-label': `Body of ${name}` }
  section.append(text ? h('pre', attributes, text) : h('p', { class: 'empty' }, 'Empty body.'))
  const headers = Object.entries(message.headers ?? {})
  if (headers.length === 0) return section
  const rows = headers.map(([key, value]) => h('div', {}, h('dt', {}, key), h('dd', {}, value)))
  const count = headers.length === 1 ? '1 header' : `${headers.length} headers`
  section.append(h('details', { class: 'fold' }, h('summary', {}, count), h('dl', {}, ...rows)))
  return section
}

function createActions(request: SerializedMockRequest): HTMLElement {
  const actions = h('div', { class: 'line actions' })
  if (!request.pending)
    actions.append(createButton('Repeat', () => repeat(request), { 'data-online': '' }))
  actions.append(createCopyButton('Copy as curl', () => toCurl(request)))
  const call = toAddPlantCall(request.body)
  if (call !== undefined) actions.append(createCopyButton('Copy as client.addPlant', () => call))
  return actions
}

async function repeat(request: SerializedMockRequest): Promise<void> {
  const body = request.body === undefined ? request.text : writeJson(request.body)
  try {
    const { status } = await repeatRequest(request, body)
    showMessage('good', `The request was repeated and answered with ${status}.`)
  } catch (error) {
    showMessage('bad', `The repeated request got no response: ${(error as Error).message}`)
  }
}
