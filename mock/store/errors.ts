/**
 * What a store cannot do now: it has nothing of that name (404), its session was ended (410), or it has no
 * room (507). By its shape, since the ESM and the CJS build have a class each.
 */
export class StoreError extends Error {
  readonly status: 404 | 410 | 507

  constructor(status: 404 | 410 | 507, message: string) {
    super(message)
    this.status = status
  }
}

export const isStoreError = (error: unknown): error is StoreError =>
  error instanceof Error && 'status' in error
