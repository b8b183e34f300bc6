import { parseUrl } from './parse-url.ts'

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'

const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)

/** The host of a `Host` header or a URL: a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

const LOCALHOST = /^(?:[\w.-]+\.)?localhost$/

/** Returns the name of a host without its port, in lower case; undefined if it is not valid. */
export const parseHost = (host: string): string | undefined => HOST.exec(host)?.[1]?.toLowerCase()

/** Returns the host of an http or https URL as it was sent, which may be an invalid URL. */
export const hostOf = (url: string): string | undefined => /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]

/** Returns an IPv6 address in its shortest form, or undefined for anything else. */
function canonicalIpv6(address: string): string | undefined {
  const host = address.startsWith('[') ? address : `[${address}]`
  return parseUrl(`http://${host}`)?.hostname
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

/** Returns whether a name is an IP address, which no page can resolve to another one. */
export const isAddress = (name: string): boolean =>
  IPV4.test(name) || canonicalIpv6(name) !== undefined

/** Returns whether a name is one of a list; one with a leading dot stands for all names under it. */
export const isAllowed = (name: string, allowed: readonly string[]): boolean =>
  allowed.some(each => (each.startsWith('.') ? name.endsWith(each) : name === each))

/**
 * Returns a name as `Host` has it: without a port, in lower case, in Punycode, and with a leading dot if there
 * was one. Undefined if no `Host` can have it.
 */
export function toHostName(text: string): string | undefined {
  const dot = text.startsWith('.') ? '.' : ''
  const host = text.slice(dot.length)
  if (/[\s/\\?#@*%]/.test(host)) return undefined
  const name = parseHost(parseUrl(`http://${canonicalIpv6(host) ?? host}`)?.hostname ?? '')
  return name === undefined || name.startsWith('.') ? undefined : dot + name
}
