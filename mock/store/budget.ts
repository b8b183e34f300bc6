/** A number of characters that the sessions of an app share. */
export class Budget {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether that many more would fit. */
  fits(chars: number): boolean {
    return this.#used + chars <= this.#limit
  }

  take(chars: number): void {
    this.#used += chars
  }

  give(chars: number): void {
    this.#used -= chars
  }
}
