import type { Duplex } from 'node:stream'
import type { Answer, Refusal } from '../http/answer.ts'
import { answerRequest, type NodeRequest } from '../http/node.ts'
import type { Quota } from '../http/quota.ts'
import { writeRefusal } from './refusals.ts'

/** Maximum pipelined requests that wait for their turn, of all connections. Node keeps up to 64 KiB of the body of each. */
export const MAX_PIPELINED = 1_000

/** How long a connection is read after its last response (RFC 9112, section 9.6). */
const LINGER_MS = 2_000

/** A connection, whose requests are answered one after the other. */
export class Connection {
  readonly #socket: Duplex
  readonly #handler: (request: NodeRequest) => Answer | Promise<Answer>
  readonly #pipelined: Quota
  /** The request that is being answered, then the pipelined ones. */
  readonly #requests: NodeRequest[] = []
  /** Whether the connection ends after the responses to them. */
  #isEnding = false

  /** `pipelined` counts those of all connections. */
  constructor(
    socket: Duplex,
    handler: (request: NodeRequest) => Answer | Promise<Answer>,
    pipelined: Quota,
  ) {
    this.#socket = socket
    this.#handler = handler
    this.#pipelined = pipelined
    socket.once('finish', () => this.#linger())
  }

  /** Whether requests are still taken. */
  get isOpen(): boolean {
    return this.#socket.writable && !this.#isEnding
  }

  receive(request: NodeRequest): void {
    if (this.#requests.length > 0 && !this.#pipelined.take())
      return void this.close(TOO_MANY_PIPELINED)
    this.#requests.push(request)
    if (this.#requests.length === 1) this.#serve()
  }

  async #serve(): Promise<void> {
    for (let request = this.#requests[0]; request; request = this.#requests[0]) {
      await answerRequest(this.#handler, request)
      // After the last response, the client sends the requests behind it again (RFC 9112, section 9.3.2).
      if (!this.#socket.writable) this.#dropPipelined()
      this.#requests.shift()
      if (this.#requests.length > 0) this.#pipelined.give()
    }
    if (this.#isEnding) this.#socket.end()
  }

  /** Drops unseen the requests that wait for their turn. */
  #dropPipelined(): void {
    this.#pipelined.give(this.#requests.splice(1).length)
  }

  /** Refuses what is not a request, once the requests before it are answered. Returns whether the client sees that. */
  refuse(refusal: Refusal): boolean {
    this.#requests.at(-1)?.breakOff(refusal)
    this.#isEnding = true
    if (this.#requests.length > 0) return false
    writeRefusal(refusal, this.#socket)
    this.#socket.end()
    return true
  }

  /** Goes on reading for a while after the end: a client that still sends could lose the response. */
  #linger(): void {
    const timer = setTimeout(() => this.#socket.destroy(), LINGER_MS).unref()
    this.#socket.once('close', () => clearTimeout(timer))
  }

  /** Closes the connection at once. */
  close(reason: string): void {
    this.#dropPipelined()
    this.#requests[0]?.close(reason)
    this.#socket.destroy()
  }
}

const TOO_MANY_PIPELINED = `The mock closed the connection: more than ${MAX_PIPELINED} pipelined requests waited`
