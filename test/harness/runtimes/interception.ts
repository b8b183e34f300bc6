// Runs on Node, Bun and Deno, apart from process.ts: msw keeps a process of Deno from its end.
import process from 'node:process'
import * as msw from 'msw'
import { setupServer } from 'msw/node'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { holdControl } from './control.ts'
import type { Live } from './live.ts'
import { ANYWHERE, holdRules } from './rules.ts'

const { urls }: Live = JSON.parse(process.argv[2] ?? '')
const rules = await holdRules('msw', 'graphql' in msw ? 'msw 2' : 'msw 3', ({ options }) => {
  const server = setupServer(...createHandlers(createMockStore(options)))
  server.listen()
  return {
    url: ANYWHERE,
    fetch: (...call) => fetch(...call),
    close: () => server.close(),
  }
})
const results = [...rules, await holdControl(urls.commanded)]
process.stdout.write(JSON.stringify(results), () => process.exit())
