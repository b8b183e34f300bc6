import { rootOf } from './errors.ts'

/**
 * How runtimes tell that a connection was never made: Node by the system call or its own time-out,
 * Bun by the code, Deno in words. A browser does not tell.
 */
const NO_CONNECTION = /^(connect|getaddrinfo) E|ECONNREFUSED|CONNECT_TIMEOUT|\(Connect\)/

/** Whether what `fetch` threw proves that the request never left. */
export function neverLeft(thrown: unknown): boolean {
  const { message, code } = rootOf(thrown)
  return NO_CONNECTION.test(`${message} ${code}`)
}
