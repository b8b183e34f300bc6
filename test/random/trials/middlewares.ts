import type { Middleware } from 'plant-store-client'
import { errorBody } from '../../../generated/contract.ts'
import { pause, refusedAt, type Surroundings } from './fetches.ts'
import type { Named } from './named.ts'
import { OWN_BEHALF } from './service.ts'
import { caller } from './users.ts'

const refusal = (status: number) =>
  Response.json(errorBody(7, 'No.'), { status, headers: { 'retry-after': '0' } })

const gives = (status: number): Middleware => ({
  onResponse: () => refusal(status),
  onError: () => refusal(status),
})

/** Sends the request once more, on the middleware's own behalf. */
const sends = ({ url, method, headers }: Request, fetch = globalThis.fetch): Promise<Response> => {
  const { id } = caller.getStore() ?? {}
  const own = new Headers(headers)
  own.set(OWN_BEHALF, 'yes')
  const body = JSON.stringify({ id, name: 'Monstera' })
  return fetch(url, { method, headers: own, body, redirect: 'manual' })
}

/**
 * Middleware of every kind. None invents a 200, and none that returns a Request has sent it: a client
 * trusts both.
 */
export const middlewares: Named<(surroundings: Surroundings) => Middleware> = {
  passive: () => ({
    onRequest() {},
    onResponse: ({ response }) => response,
    onError: ({ error }) => (error instanceof Error ? error : undefined),
  }),
  readsClone: () => ({
    async onResponse({ response }) {
      void response
        .clone()
        .text()
        .catch(() => {})
    },
  }),
  clones: () => ({ onRequest: ({ request }) => request.clone() }),
  copies: () => ({ onRequest: ({ request }) => new Request(request) }),
  dropsSignal: () => ({
    onRequest: async ({ request }) =>
      new Request(request.url, {
        method: 'POST',
        headers: request.headers,
        body: await request.text(),
      }),
  }),
  isSlow: surroundings => ({
    onRequest: () => pause(surroundings),
    onResponse: () => pause(surroundings),
    onError: () => pause(surroundings),
  }),
  hangsBefore: () => ({ onRequest: () => new Promise<undefined>(() => {}) }),
  hangsAfter: () => ({ onResponse: () => new Promise<undefined>(() => {}) }),
  throwsBefore: () => ({ onRequest: broken }),
  throwsAfter: () => ({ onResponse: broken }),
  throwsRefusal: ({ port }) => {
    const throws = () => Promise.reject(refusedAt(port))
    return { onResponse: throws, onError: throws }
  },
  readsBody: () => ({
    async onResponse({ response }) {
      await response.text()
    },
  }),
  gives400: () => gives(400),
  gives401: () => gives(401),
  gives503: () => gives(503),
  givesRefusedError: ({ port }) => ({ onError: () => refusedAt(port) }),
  sendsAndAnswers: () => ({ onRequest: ({ request }) => sends(request) }),
  sendsAndRefuses: () => ({
    async onRequest({ request }) {
      await sends(request)
      return refusal(503)
    },
  }),
  sendsAndThrows: ({ port }) => ({
    async onRequest({ request }) {
      await sends(request)
      throw refusedAt(port)
    },
  }),
  sendsAndHangs: () => ({
    async onRequest({ request }) {
      await sends(request)
      await new Promise(() => {})
    },
  }),
  sendsWithOptions: () => ({
    async onRequest({ request, options }) {
      await sends(request, options.fetch).catch(() => {})
    },
  }),
  sendsAgain: () => ({
    onResponse: ({ request, response }) => (response.status === 200 ? undefined : sends(request)),
    onError: ({ request }) => sends(request),
  }),
}

/** Whether the middleware leaves no connection behind when the call ends. */
export const leavesNothing = (name: string): boolean => !name.startsWith('sends')

function broken(): never {
  throw new Error('broken middleware')
}
