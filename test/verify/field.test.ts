// verify is right about services as frameworks and stores make them, and never green when the service was lost.
import { describe, expect, test } from 'vitest'
import type { FieldService } from './field.ts'
import { gateways } from './field-gateways.ts'
import { frameworks, stores } from './field-services.ts'
import { verifyInProcess } from './in-process.ts'
import { plain } from './sample-service.ts'

const all: Record<string, Record<string, FieldService>> = { frameworks, stores, gateways }

/** The run before a service that conforms: no other service gets many more requests. */
const ordinary = await verifyInProcess(plain, '--seed', '1')

describe.each(Object.entries(all))('%s', (_, services) => {
  test.each(Object.entries(services))('%s', async (_name, service) => {
    const { answer, code, says, never = [], args = [], runs = 1 } = service
    const running = answer()
    for (let run = 1; run < runs; run++) await verifyInProcess(running, '--seed', '1', ...args)
    const { report, ...last } = await verifyInProcess(running, '--seed', '1', ...args)
    for (const line of says) expect(report).toMatch(line)
    for (const line of never) expect(report).not.toMatch(line)
    expect(last.code, report).toBe(code)
    expect(last.seen.length).toBeLessThanOrEqual(1.25 * ordinary.seen.length)
  })
})
