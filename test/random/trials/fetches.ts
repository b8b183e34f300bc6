import crossFetch from 'cross-fetch'
import nodeFetch from 'node-fetch'
import type { Named } from './named.ts'

type Fetch = typeof globalThis.fetch

/** An error of Node's fetch for a connection that was refused at this address. */
export const refusedAt = (port: number): TypeError => {
  const known = { code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port }
  const cause = Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), known)
  return new TypeError('fetch failed', { cause })
}

/** No service of a trial is given this port. */
const ELSEWHERE = refusedAt(1)

export interface Surroundings {
  port: number
  wait: number
}

/**
 * The fetches of clients. Each sends a request once, so that every plant is the client's, and none
 * invents a 200. A client could not know of a second request to the same address.
 */
export const fetches: Named<(surroundings: Surroundings) => Fetch | undefined> = {
  none: () => undefined,
  plain: () => (url, init) => fetch(url, init),
  nodeFetch: () => nodeFetch as never,
  crossFetch: () => crossFetch,
  ignoresSignal: () => (url, init) => fetch(url, { ...init, signal: null }),
  copiesResponse: () => async (url, init) => {
    const response = await fetch(url, init)
    const empty = [204, 205, 304].includes(response.status)
    return new Response(empty ? null : response.body, response)
  },
  isSlow: surroundings => async (url, init) => {
    await pause(surroundings)
    const response = await fetch(url, init)
    await pause(surroundings)
    return response
  },
  meetsRefusalElsewhere: () => async (url, init) => {
    await fetch(url, init)
    throw ELSEWHERE
  },
  abortsByItself: surroundings => (url, init) => {
    const own = new AbortController()
    setTimeout(() => own.abort(ELSEWHERE), surroundings.wait)
    return fetch(url, { ...init, signal: own.signal })
  },
  bodyBreaks: surroundings => async (url, init) => {
    const { status, headers } = await fetch(url, init)
    const error = refusedAt(surroundings.port)
    const body = new ReadableStream({ pull: stream => stream.error(error) })
    return { status, headers, body, text: () => Promise.reject(error) } as never
  },
  stub: () => async (url, init) => {
    const response = await fetch(url, init)
    return { ok: response.ok, status: response.status, json: () => response.json() } as never
  },
  giveNothing: () => async (url, init) => {
    await fetch(url, init)
    return undefined as never
  },
  throwsString: () => async (url, init) => {
    await fetch(url, init)
    throw 'connect ECONNREFUSED'
  },
  oddReader: () => async (url, init) => {
    const response = await fetch(url, init)
    const { status, headers } = response
    const reader = response.body?.getReader()
    const cancel = () => {
      void reader?.cancel().catch(() => {})
      throw new Error('cancel threw')
    }
    const body = reader && { getReader: () => ({ read: () => reader.read(), cancel }), cancel }
    return { status, headers, body, text: () => Promise.reject(new Error('no text')) } as never
  },
}

/** Fetches whose connection ends with the call. */
export const endsWithCall: ReadonlySet<string> = new Set([
  'none',
  'plain',
  'nodeFetch',
  'crossFetch',
  'copiesResponse',
])

export const pause = ({ wait }: Surroundings): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, wait))
