// Runs on Node, Bun and Deno, apart from process.ts: msw keeps a process of Deno from its end.
import process from 'node:process'
import * as msw from 'msw'
import { setupServer } from 'msw/node'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { ANYWHERE, holdExpectations } from './expectations.ts'

const expectations = await holdExpectations(
  'msw',
  'graphql' in msw ? 'msw 2' : 'msw 3',
  ({ options }) => {
    const server = setupServer(...createHandlers(createMockStore(options)))
    server.listen()
    return {
      url: ANYWHERE,
      fetch: (...call) => fetch(...call),
      close: () => server.close(),
    }
  },
)
process.stdout.write(JSON.stringify(expectations), () => process.exit())
