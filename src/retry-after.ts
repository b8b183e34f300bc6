import { unlessItThrows } from './unless-it-throws.ts'

/**
 * Returns seconds, from a number or an HTTP-date (RFC 9110, section 10.2.3). Some services send fractions. Of several
 * that were joined to a list, as a service's and a gateway's are, the longest counts. A date is compared with the
 * response's own `Date`, if there is one to read, because clocks differ. White space may follow a value: Node's
 * fetch hands it on.
 */
export function getRetryAfter(response: Response): number | undefined {
  const now = parseDate(getHeader(response, 'date')) || Date.now()
  const toSeconds = (value: string) =>
    /^\d+(\.\d+)?\s*$/.test(value) ? Number(value) : (parseDate(value) - now) / 1000
  // The comma in a date follows the day of the week.
  const values = getHeader(response, 'retry-after').match(/(?:[a-z]+, )?[^,\s][^,]*/gi) ?? []
  const seconds = Math.ceil(Math.max(...values.map(toSeconds)))
  return Number.isSafeInteger(seconds) ? Math.max(0, seconds) : undefined
}

/** Every form of HTTP-date has a time of day (RFC 9110, section 5.6.7) and is in GMT, though the oldest does not say so. */
const parseDate = (header: string): number =>
  /\d:\d/.test(header) ? Date.parse(header.replace(/( GMT)?$/, ' GMT')) : Number.NaN

/** A test double may have no headers, or headers of another kind. */
export const getHeader = (response: Response, name: string): string =>
  String(unlessItThrows(() => response.headers.get(name)) ?? '')
