import { readJson } from '../json/read.ts'
import { checkRelease, type Failure } from '../store/failures.ts'
import { type MockRequest, withToJson } from '../store/mock-request.ts'
import type { ControlRoot } from './connection.ts'
import { NotFoundError, sendToControl } from './send.ts'
import type { ReleaseRequest, SerializedMockRequest } from './types.ts'

/**
 * A hold of a mock server in another process: the next matching request stays unanswered until it is
 * released.
 *
 * @example
 * ```ts
 * import { connectMockServer, type RemoteHold } from 'plant-store-client/mock'
 *
 * const mock = connectMockServer('http://127.0.0.1:4010')
 * const hold: RemoteHold = await mock.holdNext()
 * const responding = fetch('http://127.0.0.1:4010/v1/plants', { method: 'POST' })
 * console.log((await hold.arrived).pending) // held
 * await hold.release()
 * console.log((await responding).status) // 401
 * ```
 */
export interface RemoteHold {
  /**
   * The request as it arrived, including its body. The server is asked when this is first read, which may be
   * late: it remembers the last 1,000 holds that are over. Rejects with the reason if the hold ends before a
   * request arrives; that is never an unhandled rejection.
   */
  readonly arrived: Promise<MockRequest>
  /**
   * Lets the request be answered as it would have been, or with a failure. If no request has arrived, it
   * ends the hold, and the next request that matches gets the failure. Calls while one is under way share
   * its outcome; once one has succeeded, others do nothing. Rejects with a `TypeError` that names everything
   * wrong with a failure, and with an `Error` if the server has no room for the failure, or if the hold is
   * over for another reason, such as a reset.
   */
  release(failure?: Failure): Promise<void>
  /** Releases the hold; does nothing if it is over. For `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** The server answers after 25 seconds if no request has arrived by then. */
const WAIT_TIMEOUT = 35_000

/** A hold by its id. */
export class ServerHold implements RemoteHold {
  readonly #root: ControlRoot
  readonly #path: string
  #arrived: Promise<MockRequest> | undefined
  /** The release that is under way or has succeeded. */
  #released: Promise<void> | undefined

  constructor(root: ControlRoot, id: string) {
    this.#root = root
    this.#path = `/holds/${id}`
  }

  get arrived(): Promise<MockRequest> {
    if (!this.#arrived) {
      this.#arrived = this.#waitForRequest()
      this.#arrived.catch(() => {}) // nobody has to wait for it
    }
    return this.#arrived
  }

  async #waitForRequest(): Promise<MockRequest> {
    for (;;) {
      const text = await sendToControl(this.#root, 'GET', this.#path, { timeout: WAIT_TIMEOUT })
      if (text !== '') return toMockRequest(readJson(text) as SerializedMockRequest)
    }
  }

  release = async (failure?: Failure): Promise<void> => {
    checkRelease(failure)
    this.#released ??= this.#sendRelease(failure)
    await this.#released
  }

  async #sendRelease(failure: Failure | undefined): Promise<void> {
    const body: ReleaseRequest = failure === undefined ? {} : { failure }
    try {
      await sendToControl(this.#root, 'POST', `${this.#path}/release`, { body })
    } catch (error) {
      this.#released = undefined
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.release()
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
    }
  }
}

/** A request as the store gives it in process. */
export const toMockRequest = (request: SerializedMockRequest): MockRequest =>
  withToJson({ ...request, time: new Date(request.time) })
