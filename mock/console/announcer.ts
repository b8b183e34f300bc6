import type { JsonRequest } from '../control/types.ts'
import { byId, setText } from './dom.ts'

/** How long requests are collected before they are announced together. */
const PAUSE = 2_000

/** Summarizes new requests for a screen reader, which could not keep up with each of them. */
export class Announcer {
  #first: JsonRequest | undefined
  #count = 0

  announce(request: JsonRequest): void {
    this.#count++
    if (this.#first) return
    this.#first = request
    setTimeout(() => this.#speak(request), PAUSE)
  }

  #speak({ method, status }: JsonRequest): void {
    const requests = this.#count === 1 ? '1 request' : `${this.#count} requests`
    const outcome = status === undefined ? 'without a response' : `with status ${status}`
    setText(byId('announcer'), `${requests}, the first one ${method} ${outcome}`)
    this.#first = undefined
    this.#count = 0
  }
}
