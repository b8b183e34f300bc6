// The mock in the process of the trial: as a fetch handler, and as a server with handlers of msw.
import { HttpResponse, http } from 'msw'
import { createMockApp } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { type Connection, type HandlerAnswer, TOKEN, textOf } from './arbitraries.ts'
import { Client, type Response as Seen, type Written, write } from './client.ts'
import { trialOf } from './judge.ts'
import {
  type Asked,
  askOverHttp,
  type Caller,
  callOverHttp,
  MAX_SESSIONS,
  pathOf,
  readAnswer,
  type Target,
} from './target.ts'

/** The fetch handler. */
export class FetchTarget implements Target {
  readonly problem = undefined
  readonly #app = createMockApp({ accessTokens: [TOKEN], maxSessions: MAX_SESSIONS })

  open({ requests, ...connection }: Connection, firstTrial: number): Caller[] {
    return requests.map((sent, index) => {
      const written = write(sent, firstTrial + index)
      return new FetchCaller(request => this.#app.fetch(request), connection, written)
    })
  }

  async control<T>(method: string, route: string, body?: unknown, session?: string): Promise<T> {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const init = body === undefined ? { method } : { method, ...json }
    const response = await this.#app.fetch(`http://localhost${pathOf(route, session)}`, init)
    return readAnswer(`${method} ${route}`, response.status, await response.text()) as T
  }

  ask({ path, ...init }: Asked): Promise<unknown> {
    const signal = AbortSignal.timeout(200)
    return this.#app
      .fetch(new Request(`http://localhost${path}`, { ...init, signal }))
      .catch(() => {})
  }

  takeLines(): undefined {}
}

/** Headers that `fetch` makes of the body, and the host. */
const FRAMING = new Set(['host', 'content-length', 'transfer-encoding'])

/** One call of the fetch handler. A request that is cut stalls, until it is aborted. */
class FetchCaller implements Caller {
  readonly written: readonly Written[]
  readonly hasEnded = false
  readonly failedToWrite = false
  readonly isBroken = false
  responses: readonly Seen[] = []
  sentCount = 0
  hasLeft = false
  isClosed = false
  readonly #fetch: (request: Request) => Promise<Response>
  readonly #request: Request | undefined
  readonly #end = new AbortController()
  readonly #leavesEarly: boolean

  constructor(
    fetch: (request: Request) => Promise<Response>,
    { cutAt, ending }: Omit<Connection, 'requests'>,
    written: Written,
  ) {
    const { sent, trial } = written
    this.#fetch = fetch
    this.#leavesEarly = cutAt !== undefined || ending === 'leave'
    const size = 'chunk' in sent.framing ? sent.framing.chunk : written.content.length
    const hasBody = sent.method !== 'GET' && sent.method !== 'HEAD'
    const headers = written.headers.filter(([name]) => !FRAMING.has(name.toLowerCase()))
    try {
      const path = textOf(sent.path).replace(/^\*/, '/*') // only HTTP has the target `*`
      this.#request = new Request(`http://localhost${path}?trial=${trial}`, {
        method: sent.method,
        headers: headers as [string, string][],
        signal: this.#end.signal,
        duplex: 'half',
        body: hasBody ? toStream(written.content, size, cutAt) : null,
      } as RequestInit)
    } catch {
      // Not a request that fetch can send.
    }
    const body = hasBody ? written.content : Buffer.alloc(0)
    this.written = [{ ...written, headers: [...(this.#request?.headers ?? [])], body }]
  }

  async run(): Promise<void> {
    if (this.#request) {
      this.sentCount = 1
      if (this.#leavesEarly) setTimeout(() => this.leave(), 5)
      try {
        this.responses = [await readResponse(await this.#fetch(this.#request))]
      } catch {
        // No response.
      }
    }
    this.isClosed = true
  }

  leave(): void {
    this.hasLeft = true
    this.#end.abort()
  }
}

/** With an empty chunk before each of the others. */
function toStream(
  bytes: Uint8Array,
  size: number,
  cutAt: number | undefined,
): ReadableStream<Uint8Array> {
  let position = 0
  const end = cutAt === undefined ? bytes.length : Math.floor(cutAt * bytes.length)
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(0))
      if (position < end)
        controller.enqueue(Uint8Array.from(bytes.subarray(position, position + size)))
      else if (cutAt === undefined) controller.close()
      else return new Promise(() => {})
      position += size
    },
  })
}

async function readResponse({ status, headers, body }: Response): Promise<Seen> {
  const chunks: Uint8Array[] = []
  let isWhole = true
  try {
    const reader = body?.getReader()
    for (let next = await reader?.read(); next?.value; next = await reader?.read())
      chunks.push(next.value)
  } catch {
    isWhole = false
  }
  return {
    status,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString(),
    isWhole,
  }
}

/** A server whose handlers answer what a request says. */
export class HandlersTarget implements Target {
  readonly problem = undefined
  readonly #server: MockServer
  readonly #answers: Map<number, HandlerAnswer>

  private constructor(server: MockServer, answers: Map<number, HandlerAnswer>) {
    this.#server = server
    this.#answers = answers
  }

  static async start(): Promise<HandlersTarget> {
    const answers = new Map<number, HandlerAnswer>()
    const handler = http.all(
      '*',
      async ({ request }) => await toResponse(answers.get(trialOf(request.url))),
    )
    const server = await startMockServer({
      port: 0,
      accessTokens: [TOKEN],
      handlers: [handler],
      maxSessions: MAX_SESSIONS,
    })
    return new HandlersTarget(server, answers)
  }

  open(connection: Connection, firstTrial: number): Client[] {
    for (const [index, { answer }] of connection.requests.entries())
      if (answer) this.#answers.set(firstTrial + index, answer)
    return [new Client(this.#server.port, connection, firstTrial)]
  }

  async control<T>(method: string, route: string, body?: unknown, session?: string): Promise<T> {
    return (await callOverHttp(this.#server.port, method, route, body, session)) as T
  }

  ask(request: Asked): Promise<unknown> {
    return askOverHttp(this.#server.port, request)
  }

  takeLines(): undefined {}

  stop(): Promise<void> {
    return this.#server.close()
  }
}

/** Some handlers return what only looks like a Response, so a status or text may be one that HTTP lacks. */
async function toResponse(answer: HandlerAnswer | undefined): Promise<Response | undefined> {
  if (!answer) return undefined
  if (answer === 'error') return HttpResponse.error()
  if (answer === 'throw') throw new Error('A handler failed')
  const { status, statusText, headers, body, bodyState } = answer
  const response = new Response(bodyState === 'fails' ? failing(body) : body, { headers })
  if (bodyState === 'used') await response.text()
  const double = {
    status,
    statusText,
    headers: response.headers,
    body: response.body,
    type: 'default',
    url: '',
  }
  return double as Partial<Response> as Response
}

const failing = (text: string) =>
  new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode(text)),
    pull: () => new Promise((_, reject) => setTimeout(reject, 1, new Error('The body failed'))),
  })
