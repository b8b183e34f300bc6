// One list of rules, held against every door that Node has; what the doors answer must be the same.

import { setupServer } from 'msw/node'
import { setupServer as setupServer2 } from 'msw-2/node'
import { createHandlers } from 'plant-store-client/mock'
import { createMockStore, type MockStore, startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { type Door, outcomeOf } from '../../mock/verify/rule.ts'
import { rules } from '../../mock/verify/rules.ts'
import { differences } from '../differences.ts'
import { packageWithMsw2 } from './package-with-msw-2.ts'

interface Open {
  url: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  close(): unknown
}

const underMsw2 = await packageWithMsw2()

const doors: Partial<Record<Door, (store: MockStore) => Open | Promise<Open>>> = {
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

describe.each(Object.entries(doors))('through %s', (door, open) => {
  test.each(rules.filter(rule => !rule.except?.[door as Door]))('$name', async rule => {
    const opened = await open(createMockStore(rule.options))
    try {
      const outcome = await outcomeOf(rule, opened.url, opened.fetch)
      expect(differences(rule, outcome)).toEqual([])

      const reference = createMockStore(rule.options).fetch
      expect(outcome).toEqual(await outcomeOf(rule, 'https://a.test/v1', reference))
    } finally {
      await opened.close()
    }
  })
})

test('each rule has a name of its own, and a reason where a door cannot show it', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const { except = {} } of rules)
    for (const reason of Object.values(except)) expect(reason).toMatch(/\w+ \w+/)
})
