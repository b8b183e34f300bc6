import type { JsonRequest, MockState } from '../../mock/control/types.ts'
import { readJson } from '../../mock/json/read.ts'

/** A server-sent event, or a comment (whose `event` is then "comment"). */
export interface ServerSentEvent {
  event: string
  id?: string
  data: string
}

/** Reads server-sent events as they come, until the reader has had enough. */
export async function* eventsOf(url: string): AsyncGenerator<ServerSentEvent> {
  const stop = new AbortController()
  const response = await fetch(url, { signal: stop.signal })
  try {
    yield* eventsIn(response)
  } finally {
    stop.abort()
  }
}

/** Reads the server-sent events of a response. */
export async function* eventsIn({ body }: Response): AsyncGenerator<ServerSentEvent> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    await reader.cancel()
  }
}

function eventOf(block: string): ServerSentEvent {
  const fields = new Map(
    block.split('\n').map(line => line.split(/: ?(.*)/s, 2) as [string, string]),
  )
  if (fields.has('')) return { event: 'comment', data: fields.get('') ?? '' }
  const id = fields.get('id')
  const event = fields.get('event') ?? 'none'
  return { event, data: fields.get('data') ?? '', ...(id !== undefined && { id }) }
}

/** The first requests of a stream. */
export async function firstRequests(
  count: number,
  events: AsyncIterable<ServerSentEvent>,
): Promise<(JsonRequest & { id: string })[]> {
  const requests: (JsonRequest & { id: string })[] = []
  for await (const { event, id = '', data } of events) {
    if (event === 'request') requests.push({ ...(readJson(data) as JsonRequest), id })
    if (requests.length === count) break
  }
  return requests
}

/** The first state of a stream that is as it should be. */
export async function firstState(
  events: AsyncIterable<ServerSentEvent>,
  is: (state: MockState) => boolean,
): Promise<MockState> {
  for await (const { event, data } of events) {
    const state = event === 'state' && (readJson(data) as MockState)
    if (state && is(state)) return state
  }
  throw new Error('The stream ended without such a state')
}
