import { checkRelease } from '../store/check-failure.ts'
import type { MockFailure } from '../store/failure.ts'
import { type MockRequest, withToJson } from '../store/mock-request.ts'
import { NotFoundError, type RemoteControl } from './remote-control.ts'
import type { JsonRequest } from './types.ts'

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
 * const responding = fetch('http://127.0.0.1:4010/plants', { method: 'POST' })
 * console.log((await hold.arrived).inFlight) // held
 * await hold.release()
 * console.log((await responding).status) // 401
 * ```
 */
export interface RemoteHold {
  /**
   * The request as it arrived, body included; with its outcome if it is over when this is first read, since
   * the server is asked only then. The server remembers the last ten holds of a session that are over. Rejects
   * with the reason if the hold ends before a request arrives; that is never an unhandled rejection.
   */
  readonly arrived: Promise<MockRequest>
  /**
   * Lets the request be answered as it would have been, or with a failure. If no request has arrived, it
   * ends the hold, and schedules the failure for the next request that matches. A call during another
   * shares its outcome; once one has succeeded, further calls do nothing. Rejects with a `TypeError` that
   * names everything wrong with a failure, and with an `Error` if the hold is over for another reason, such
   * as a reset.
   */
  release(failure?: MockFailure): Promise<void>
  /** Releases the hold; does nothing if it is over. For `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** The server answers after 25 seconds if no request has arrived by then. */
const WAIT_TIMEOUT = 35_000

/** A hold of the server, known by its id. */
export class ServerHold implements RemoteHold {
  readonly #control: RemoteControl
  readonly #path: string
  #arrived: Promise<MockRequest> | undefined
  /** The release that is under way or has succeeded. */
  #released: Promise<void> | undefined

  constructor(control: RemoteControl, id: string) {
    this.#control = control
    this.#path = `/holds/${id}`
  }

  get arrived(): Promise<MockRequest> {
    if (!this.#arrived) {
      this.#arrived = this.#waitForRequest()
      this.#arrived.catch(() => {}) // callers may ignore it
    }
    return this.#arrived
  }

  async #waitForRequest(): Promise<MockRequest> {
    for (;;) {
      const request = await this.#control.send('GET', this.#path, { timeout: WAIT_TIMEOUT })
      if (request) return fromJsonRequest(request as JsonRequest)
    }
  }

  release = async (failure?: MockFailure): Promise<void> => {
    checkRelease(failure)
    this.#released ??= this.#sendRelease(failure)
    await this.#released
  }

  async #sendRelease(failure: MockFailure | undefined): Promise<void> {
    try {
      await this.#control.send('POST', `${this.#path}/release`, { body: { failure } })
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

/** Restores a request to the form that it has in process. */
export const fromJsonRequest = (request: JsonRequest): MockRequest =>
  withToJson({ ...request, time: new Date(request.time) })
