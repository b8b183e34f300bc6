// Every rule of the service through every transport of Node; the outcome is the same through each.
import { createMockStore } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../mock/verify/probe.ts'
import { rules, runRule, type Transport } from '../harness/mock-rules.ts'
import { differences } from '../harness/rule-differences.ts'
import { transports } from '../harness/transports.ts'

/** Each transport names its own address; `store.fetch` has none. */
const withoutAddress = ({ body, ...outcome }: Outcome): Outcome => ({
  ...outcome,
  body: body.replace(/ to (?:http\S+\/plants|\/plants under the base address)"/, ' to ADDRESS"'),
})

describe.each(Object.entries(transports))('through %s', (transport, open) => {
  test.each(rules.filter(rule => !rule.except?.[transport as Transport]))('$name', async rule => {
    const opened = await open(createMockStore(rule.options))
    try {
      const outcome = await runRule(rule, opened.url, opened.fetch)
      expect(differences(rule, outcome)).toEqual([])

      const reference = createMockStore(rule.options).fetch
      expect(withoutAddress(outcome)).toEqual(
        withoutAddress(await runRule(rule, 'https://a.test/v1', reference)),
      )
    } finally {
      await opened.close()
    }
  })
})

test('each rule has its own name, and a reason if a transport cannot show it', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const { except = {} } of rules)
    for (const reason of Object.values(except)) expect(reason).toMatch(/\w+ \w+/)
})
