/** Names and addresses that mean this machine alone (RFC 6761, section 6.3; RFC 1122; RFC 4291). */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){1,3}|\[?::1\]?)$/i

export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/**
 * Whether a `Host` header means a server that listens on loopback. A page may have its own name
 * resolve to 127.0.0.1 (DNS rebinding), which would make the server part of its origin.
 */
export function isOwnHost(host: string | undefined, allowed: readonly string[]): boolean {
  const name = (host ?? 'localhost').replace(/:\d*$/, '').toLowerCase()
  return isLoopback(name) || allowed.includes(name)
}
