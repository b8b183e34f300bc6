// verify is right about services as frameworks, stores and gateways make them, and never green when one was lost.
import { describe, expect, test } from 'vitest'
import { conforming, differing, stopping, unreliable } from './field-services.ts'
import { verifyInProcess } from './in-process.ts'
import { plain, service } from './sample-service.ts'

/** The run before a service that conforms: no other service gets many more requests. */
const ordinary = await verifyInProcess(plain, '--seed', '1')

describe.each([
  [
    'conforms in everything specified',
    0,
    / No differences: the service conforms to the specification$/,
    conforming(),
  ],
  ['differs, which it reports,', 1, / \d+ differences?: [^.]+$/, differing()],
  ['is right, but not each time,', 3, / The service is unreliable: .*$/, unreliable()],
  ['could not be verified to the end', 3, /^(?!.*conforms to the specification)/, stopping()],
] as const)('verify checks a real service: what %s has exit code %i', (_, code, end, rows) => {
  test.each(Object.entries(rows))(
    '%s',
    async (_rule, [{ args = [], runs = 1, requests, ...parts }, ...says]) => {
      const answer = service(parts)
      for (let run = 1; run < runs; run++) await verifyInProcess(answer, '--seed', '1', ...args)
      const { report, seen, ...last } = await verifyInProcess(answer, '--seed', '1', ...args)
      for (const line of [...says, end]) expect(report).toMatch(line)
      expect(last.code, report).toBe(code)
      expect(seen.length).toBeLessThanOrEqual(1.25 * ordinary.seen.length)
      if (requests) expect(seen).toHaveLength(requests)
    },
  )
})
