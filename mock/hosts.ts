/** Names and addresses of this machine alone (RFC 6761, section 6.3; RFC 1122; RFC 4291). */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){1,3}|\[?::1\]?)$/i

export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/**
 * Whether a server on loopback is meant by a `Host` header. Any page may have its own name resolved
 * to 127.0.0.1 (DNS rebinding), and would then be of the server's origin.
 */
export function isOwnHost(host: string | undefined, allowed: readonly string[]): boolean {
  const name = (host ?? 'localhost').replace(/:\d*$/, '').toLowerCase()
  return isLoopback(name) || allowed.includes(name)
}
