import { isLoopback } from '../http/host-check.ts'
import type { MockServerOptions } from '../server/options.ts'

/** What a server opens to other machines; undefined if it listens for this one alone. */
export function describeExposure({ host, control }: MockServerOptions): string | undefined {
  if (host === undefined || isLoopback(host)) return undefined
  const all = host === '0.0.0.0' || host === '::' ? 'every network of this machine' : host
  const open =
    control === false
      ? 'add plants'
      : 'add plants, read every request, and change the mock in its console (see --no-control)'
  return `It listens on ${all}: whoever can reach it can ${open}.`
}
