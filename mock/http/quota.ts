/** An amount that is taken up to a limit, and given back. */
export class Quota {
  readonly #limit: number
  readonly #whole: Quota | undefined
  #taken = 0

  /** What is taken of a part is taken of the `whole` too. */
  constructor(limit: number, whole?: Quota) {
    this.#limit = limit
    this.#whole = whole
  }

  /** Takes the amount if there is room for it. Returns whether there was. */
  take(amount = 1): boolean {
    if (this.#taken + amount > this.#limit || this.#whole?.take(amount) === false) return false
    this.#taken += amount
    return true
  }

  give(amount = 1): void {
    this.#taken -= amount
    this.#whole?.give(amount)
  }

  /** Gives back whatever is taken. */
  giveAll(): void {
    this.give(this.#taken)
  }

  /** What one request takes of this quota. */
  part(): Quota {
    return new Quota(Number.POSITIVE_INFINITY, this)
  }
}
