/** Makes ids that are unique among all sessions and all starts of the mock. */
export class Ids {
  readonly #start = Math.random().toString(36).slice(2, 8)
  #last = 0

  next(): string {
    return `${this.#start}-${++this.#last}`
  }
}
