import { inspect } from 'node:util'
import type { MockFailure, MockRequest, MockStore } from 'plant-store-client/mock'
import { expect } from 'vitest'
import { errorBody, errorMessage } from '../../generated/contract.ts'
import { within } from './within.ts'

export const HEADERS = { authorization: 'Bearer token', 'content-type': 'application/json' }

/** A plant as it is sent. */
export const plant = (id: number | bigint = 1, name = 'Monstera', tag?: string): string =>
  `{"id":${id},"name":${JSON.stringify(name)}${tag === undefined ? '' : `,"tag":"${tag}"`}}`

/** A request that adds a plant, or sends any other body. */
export function addition(body: BodyInit | null = plant(), more: RequestInit = {}): RequestInit {
  const init = { method: 'POST', headers: HEADERS, body, ...more }
  return body instanceof ReadableStream ? Object.assign(init, { duplex: 'half' }) : init
}

/** A change through the control API. */
export const change = (method: string, body: object | string = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Sends a body to a store, a plant by default. */
export const add = (
  store: Pick<MockStore, 'fetch'>,
  body: BodyInit | null = plant(),
  more: RequestInit = {},
): Promise<Response> => store.fetch('https://a.test/plants', addition(body, more))

/** Sends a body, a plant by default, to a store that holds the request. */
export async function addHeld(
  store: Pick<MockStore, 'fetch' | 'holdNext'>,
  body: BodyInit | null = plant(),
  more: RequestInit = {},
): Promise<{
  responding: Promise<Response>
  request: MockRequest
  release: (failure?: MockFailure) => void
}> {
  const hold = store.holdNext()
  const responding = add(store, body, more)
  responding.catch(() => {}) // some are awaited late
  return { responding, request: await heldRequest(hold, responding), release: hold.release }
}

/** The request that a hold holds. If it is answered instead, throws what the answer was. */
export function heldRequest(
  { arrived }: { readonly arrived: Promise<MockRequest> },
  responding: Promise<unknown>,
): Promise<MockRequest> {
  const answered = responding.then((answer): never => {
    const shown = answer instanceof Response ? answer.status : inspect(answer, { depth: 1 })
    throw new Error(`The request was not held, but answered: ${shown}`)
  })
  return within(Promise.race([arrived, answered]), () => 'a request that is held')
}

/** The status and the message of a response, whose body must be the contract's Error. */
export async function refusalOf(response: Response | Promise<Response>): Promise<[number, string]> {
  const { status, body } = await read(response)
  expect(body).toEqual(errorBody(status, errorMessage(body)))
  return [status, errorMessage(body)]
}

/** As `refusalOf`, of the control API, whose errors have a shape of their own. */
export async function controlRefusalOf(
  response: Response | Promise<Response>,
): Promise<[number, string]> {
  const { status, body } = await read(response)
  expect(body).toEqual({ error: status, message: body.message })
  return [status, body.message]
}

async function read(response: Response | Promise<Response>) {
  const { status } = await response
  return { status, body: await (await response).json() }
}

/** The next request that enters the journal. */
export function nextRequest(store: MockStore): Promise<unknown> {
  const entered = new Promise(resolve => {
    const stop = store.on('request', request => {
      stop()
      resolve(request)
    })
  })
  return within(entered, () => 'a request that enters the journal')
}

/** A body that arrives in two parts, the second one when `finish` is called. */
export function lateBody(text: string = plant()): {
  body: ReadableStream<Uint8Array>
  started: Promise<void>
  finish: () => void
} {
  const [started, start] = signal()
  const [finished, finish] = signal()
  const bytes = new TextEncoder().encode(text)
  const parts = [bytes.subarray(0, 1), bytes.subarray(1)]
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = parts.shift()
        if (!part) return controller.close()
        if (parts.length === 0) {
          start()
          await finished
        }
        controller.enqueue(part)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, started, finish }
}

/** A promise, and the function that resolves it. */
export function signal(): [promise: Promise<void>, resolve: () => void] {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return [promise, resolve]
}
