// Verifies a service that is a function of the test, without sockets, so that many can be verified.
import { main } from '../../mock/verify/command.ts'
import { type Reply, type Seen, TOKEN } from './sample-service.ts'

/** What a service does with a request. It closes the connection if it returns nothing. */
export type Answer = (seen: Seen) => Reply | undefined

/** Bodies that are not whole: one breaks off, the other does not end before the time is out. */
export const CUT: unique symbol = Symbol('cut')
export const SLOW: unique symbol = Symbol('slow')

export const BASE_URL = 'http://plants.test'

const onAbort = (signal: RequestInit['signal'], listener: (reason: unknown) => void) =>
  signal?.addEventListener('abort', () => listener(signal.reason))

/** Verifies a service, with `TOKEN` at `BASE_URL` unless there are others. The report is on one line, and in lines as it was printed. */
export async function verifyInProcess(
  answer: Answer,
  ...args: string[]
): Promise<{ code: number; report: string; lines: string[]; seen: Seen[] }> {
  const seen: Seen[] = []
  const fetch = fetchFrom(answer, seen)
  const lines: string[] = []
  const print = (text: string) => void lines.push(text)
  const others = [
    ...(args.some(arg => arg.startsWith(BASE_URL)) ? [] : [BASE_URL]),
    ...(args.includes('--token') ? [] : ['--token', TOKEN]),
  ]
  const code = await main([...others, '--yes', ...args], { print, warn: print }, fetch).catch(
    (error: Error) => {
      print(error.message)
      return error instanceof TypeError ? 2 : 3
    },
  )
  return { code, report: lines.join(' ').replace(/\s+/g, ' '), lines, seen }
}

/** A `fetch` that asks a service of a test, and notes what it saw. */
export const fetchFrom =
  (answer: Answer, seen: Seen[] = []) =>
  async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = init.body === undefined ? '' : await new Response(init.body).text()
    const path = String(url).slice(BASE_URL.length)
    const request = { method: init.method ?? 'GET', path, headers, body }
    seen.push(request)
    const reply = answer(request)
    if (!reply) throw new TypeError('fetch failed', { cause: new Error('other side closed') })
    if (reply.body === CUT)
      throw new TypeError('terminated', { cause: new Error('other side closed') })
    if (reply.body === SLOW) await new Promise((_, reject) => onAbort(init.signal, reject))
    const content =
      typeof reply.body === 'string' ? reply.body : reply.body && JSON.stringify(reply.body)
    const hasBody = reply.status !== 204 && init.method !== 'HEAD'
    return new Response(hasBody ? String(content ?? '') : null, {
      status: reply.status,
      headers: { 'content-type': 'application/json', ...reply.headers },
    })
  }
