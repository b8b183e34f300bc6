// What a trial is about: the command, or one of the ways to have the mock in process.
import { request } from 'node:http'
import { type Connection, MAX_STRANGERS } from './arbitraries.ts'
import type { Client } from './client.ts'

/** A client of any kind. */
export type Caller = Pick<
  Client,
  | 'written'
  | 'responses'
  | 'sentCount'
  | 'hasLeft'
  | 'hasEnded'
  | 'failedToWrite'
  | 'isBroken'
  | 'isClosed'
  | 'run'
  | 'leave'
>

export interface Target {
  /** Creates the callers that send the requests of a connection. */
  open(connection: Connection, firstTrial: number): Caller[]
  /** Calls the control API of a session, by default the default one. Rejects unless it succeeds. */
  control<T>(method: string, route: string, body?: unknown, session?: string): Promise<T>
  /** Sends any request. Resolves once there is a response, or none. */
  ask(request: Asked): Promise<unknown>
  /** Returns the lines of the log since the last call; undefined if there is no log. */
  takeLines(): string[] | undefined
  /** Compares the records of the requests since that one with what was forwarded, if anything was. */
  compare?(first: number, records: readonly object[], wasReset: boolean): Promise<void>
  /** What is wrong with the process: it has ended, or has become too large. */
  readonly problem: string | undefined
}

/** A request whose response does not matter. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/**
 * How many named sessions each target keeps. A session with an unanswered request stays, so there is room for one
 * of each stranger beside the session that is used.
 */
export const MAX_SESSIONS: number = MAX_STRANGERS + 1

export const pathOf = (route: string, session?: string): string =>
  `${session === undefined ? '' : `/~${session}`}/__mock${route}`

/** Sends a request over HTTP. Leaves soon if there is no response. */
export const askOverHttp = (port: number, { body, ...asked }: Asked): Promise<unknown> =>
  new Promise(resolve => {
    const call = request({ port, ...asked, timeout: 200 })
    call.on('error', resolve).on('timeout', () => call.destroy())
    call.on('response', incoming => incoming.on('close', resolve).on('error', resolve).resume())
    call.end(body)
  })

/**
 * Calls a control API over HTTP, on a new connection. Node accepts connections one at a time and in their order, but
 * serves older ones meanwhile (https://github.com/libuv/libuv/pull/3696): on one of those, a reset would overtake
 * requests whose clients have left.
 */
export async function callOverHttp(
  port: number,
  method: string,
  route: string,
  body: unknown,
  session: string | undefined,
): Promise<unknown> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = text === undefined ? {} : { 'content-type': 'application/json' }
  const [status, answer] = await new Promise<[number | undefined, string]>((resolve, reject) => {
    const call = request({ port, method, path: pathOf(route, session), headers, agent: false })
    call.on('error', reject).on('response', incoming => {
      const chunks: Buffer[] = []
      incoming
        .on('data', chunk => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => resolve([incoming.statusCode, String(Buffer.concat(chunks))]))
    })
    call.end(text)
  })
  return readAnswer(`${method} ${route}`, status, answer)
}

export function readAnswer(call: string, status: number | undefined, text: string): unknown {
  if (status === undefined || status >= 400) throw new Error(`${call}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
