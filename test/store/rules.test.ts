// Every rule of the service through every transport of Node; the outcome is the same through each.
import { setupServer } from 'msw/node'
import { setupServer as setupServer2 } from 'msw-2/node'
import { createMockStore, type MockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../mock/verify/rule.ts'
import { rules, runRule, type Transport } from '../harness/mock-rules.ts'
import { packageWithMsw2 } from '../harness/package-with-msw-2.ts'
import { differences } from '../harness/rule-differences.ts'

interface Open {
  url: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  close(): unknown
}

const underMsw2 = await packageWithMsw2()

const transports: Partial<Record<Transport, (store: MockStore) => Open | Promise<Open>>> = {
  'store.fetch': store => ({ url: 'https://a.test/v1', fetch: store.fetch, close() {} }),
  socket: async store => {
    const server = await startMockServer({ store, port: 0, basePath: '/v1' })
    return { url: server.url, fetch, close: server.close }
  },
  'msw 3': store => {
    const server = setupServer(...createHandlers(store))
    server.listen({ onUnhandledFrame: 'error' })
    return {
      url: 'https://a.test/v1',
      fetch: (...call) => fetch(...call),
      close: () => server.close(),
    }
  },
  'msw 2': store => {
    const server = setupServer2(
      ...underMsw2.createHandlers(store, { baseUrl: 'https://a.test/v1/' }),
    )
    server.listen({ onUnhandledRequest: 'error' })
    return {
      url: 'https://a.test/v1',
      fetch: (...call) => fetch(...call),
      close: () => server.close(),
    }
  },
}

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
