/** A number of characters that several stores share. */
export class Budget {
  readonly limit: number
  #used = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** Whether that many more would fit. */
  fits(chars: number): boolean {
    return this.#used + chars <= this.limit
  }

  take(chars: number): void {
    this.#used += chars
  }

  give(chars: number): void {
    this.#used -= chars
  }
}

/** The most characters that plants take up, in all sessions of an app: two million plants of usual size. */
export const MAX_PLANT_CHARS: number = 2 ** 28
