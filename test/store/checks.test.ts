// Every probe through every transport of Node gets the response that is expected, and the same through each.

import { createMockStore } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import type { ReceivedResponse } from '../../mock/contract/response.ts'
import { differences } from '../harness/differences.ts'
import { expectations, sendRequests, type Transport } from '../harness/expectations.ts'
import { transports } from '../harness/transports.ts'

/** Each transport names its own address; `store.fetch` has none. */
const withoutAddress = ({ body, ...outcome }: ReceivedResponse): ReceivedResponse => ({
  ...outcome,
  body: body.replace(/ to (?:http\S+\/plants|\/plants under the base address)"/, ' to ADDRESS"'),
})

describe.each(Object.entries(transports))('through %s', (transport, open) => {
  test.each(expectations.filter(expectation => !expectation.except?.[transport as Transport]))(
    'the mock checks each request against the specification: $name',
    async expectation => {
      const opened = await open(createMockStore(expectation.options))
      try {
        const outcome = await sendRequests(expectation, opened.url, opened.fetch)
        expect(differences(expectation, outcome)).toEqual([])

        const reference = createMockStore(expectation.options).fetch
        expect(withoutAddress(outcome)).toEqual(
          withoutAddress(await sendRequests(expectation, 'https://a.test/v1', reference)),
        )
      } finally {
        await opened.close()
      }
    },
  )
})

test('each expectation has a name of its own with its status, and a reason if a transport cannot show it', () => {
  expect(new Set(expectations.map(({ name }) => name)).size).toBe(expectations.length)
  for (const { name, response, except = {} } of expectations) {
    expect(name).toMatch(new RegExp(`^${response.status}: `))
    for (const reason of Object.values(except)) expect(reason, name).toMatch(/\w+ \w+/)
  }
})
