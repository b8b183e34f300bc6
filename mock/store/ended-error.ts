/** A change to a store whose session was ended. */
export class EndedError extends Error {
  readonly isEnded = true
}

/** By its shape: the store may come from the other build of this package, ESM or CJS. */
export const isEndedError = (error: unknown): error is EndedError =>
  error instanceof Error && 'isEnded' in error
