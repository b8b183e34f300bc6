/** Thrown if nothing has that name (404), the session was ended (410), or there is no room (507). */
export class StoreError extends Error {
  readonly status: 404 | 410 | 507

  constructor(status: 404 | 410 | 507, message: string) {
    super(message)
    this.status = status
  }
}

/** Checks the shape, because the ESM and the CJS build each have their own class. */
export const isStoreError = (error: unknown): error is StoreError =>
  error instanceof Error && 'status' in error
