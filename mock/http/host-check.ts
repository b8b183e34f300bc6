const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'

const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)

/** The host of a `Host` header: a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

const LOCALHOST = /^(?:[\w.-]+\.)?localhost$/

/** Returns an IPv6 address in its shortest form, or undefined for anything else. */
function canonicalIpv6(address: string): string | undefined {
  const host = address.startsWith('[') ? address : `[${address}]`
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined
}

/** `::ffff:0:0/96` is IPv4 written as IPv6 (RFC 4291, section 2.5.5.2). */
const MAPPED_LOOPBACK = /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/

/** Returns whether a host means only this machine (RFC 6761, 6.3; RFC 1122, 3.2.1.3; RFC 4291). */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase()
  if (LOCALHOST.test(name)) return true
  if (IPV4.test(name)) return name.startsWith('127.')
  const address = canonicalIpv6(name)
  return address === '[::1]' || (address !== undefined && MAPPED_LOOPBACK.test(address))
}

/** Which names a server accepts in `Host`. */
export interface HostPolicy {
  /** Whether only its own machine can reach the server. */
  readonly isLoopback: boolean
  /** Further names, in lower case. */
  readonly allowed: readonly string[]
}

/**
 * Returns whether a `Host` header means this server. A page may resolve its own name to the address of the
 * server (DNS rebinding), which would make the server part of the page's origin. It cannot do so with an IP
 * address, so beyond loopback any IP address is accepted.
 */
export function isOwnHost(host: string | undefined, policy: HostPolicy): boolean {
  if (host === undefined) return true // HTTP/1.0; no browser omits it
  const name = HOST.exec(host)?.[1]?.toLowerCase()
  if (name === undefined) return false
  if (isLoopback(name) || policy.allowed.includes(name)) return true
  return !policy.isLoopback && (IPV4.test(name) || canonicalIpv6(name) !== undefined)
}
