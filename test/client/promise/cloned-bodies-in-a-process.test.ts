// clone() of node-fetch puts another body in place of the first. Nobody listens to its errors, which
// would end the process, and no error of the first reaches it.
import { describe, expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

const importOf = {
  'node-fetch 2': "import fetch from 'cross-fetch'",
  'node-fetch 3': "import fetch from 'node-fetch'",
}
const headersOf = { 'a length': '{ "content-length": 100 }', chunks: '{}' }
const hookOf = {
  'at once': 'response.clone()',
  'after a wait': 'await setTimeout(10); response.clone()',
  twice: 'response.clone(); await setTimeout(10); response.clone()',
}

const combinations = Object.entries(importOf).flatMap(([library, importLine]) =>
  Object.entries(headersOf).flatMap(([framing, headers]) =>
    Object.entries(hookOf).map(([moment, clones]) => ({
      library,
      importLine,
      framing,
      headers,
      moment,
      clones,
    })),
  ),
)

describe('a connection that breaks while a middleware holds a response it has cloned', () => {
  test.for(combinations)(
    'is a network error: $library, a body with $framing, cloned $moment',
    async ({ importLine, headers, clones }) => {
      const ended = await runProgram(`
      import { once } from 'node:events'
      import { createServer } from 'node:http'
      import { setTimeout } from 'node:timers/promises'
      import { PlantStoreClient } from 'plant-store-client'
      ${importLine}
      let breaks
      const server = createServer((request, response) => {
        response.writeHead(200, ${headers}).write('{"name":')
        breaks = () => request.socket.resetAndDestroy()
        once(response, 'close').then(() => server.close())
      })
      await once(server.listen(0), 'listening')
      const holds = {
        async onResponse({ response }) {
          ${clones}
          await setTimeout(10)
          breaks()
          await once(server, 'close')
          await setTimeout(10)
        },
      }
      const client = new PlantStoreClient({
        baseUrl: 'http://127.0.0.1:' + server.address().port,
        accessToken: 'token',
        fetch,
        middleware: [holds],
      })
      const { error } = await client.addPlant({ id: 1, name: 'Monstera' })
      console.log(error.kind, error.mayHaveBeenAdded)`)
      expect(ended).toEqual({ code: 0, stderr: '', stdout: 'network true' })
    },
  )
})

test('a response of node-fetch 2 that a middleware clones and replaces does not end the process', async () => {
  const ended = await runProgram(`
    import { once } from 'node:events'
    import { createServer } from 'node:http'
    import { PlantStoreClient } from 'plant-store-client'
    import fetch from 'cross-fetch'
    const server = createServer((request, response) => {
      response.writeHead(401).write('{"error":')
      once(response, 'close').then(() => server.close())
    })
    await once(server.listen(0), 'listening')
    const replaces = {
      onResponse({ response }) {
        response.clone()
        return Response.json({ name: 'Monstera' })
      },
    }
    const client = new PlantStoreClient({
      baseUrl: 'http://127.0.0.1:' + server.address().port,
      accessToken: 'token',
      fetch,
      middleware: [replaces],
    })
    const { ok } = await client.addPlant({ id: 1, name: 'Monstera' })
    console.log(ok)`)
  expect(ended).toEqual({ code: 0, stderr: '', stdout: 'true' })
})
