/** A request as the store sees it, whatever door it came through. */
export interface Call {
  method: string
  /** The path as it was sent. */
  path: string
  /** It is the operation's, under the base address. */
  isOperation: boolean
  url: string
  header(name: string): string | null
  headers(): Iterable<[name: string, value: string]>
  /** Reads the body; gives undefined, and reads no further, where it is longer than `limit` bytes. */
  body(limit: number): Promise<Uint8Array | undefined>
}
