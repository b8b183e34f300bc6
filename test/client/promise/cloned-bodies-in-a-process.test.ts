// node-fetch 2 emits an error on the body of a cloned response when its request is aborted.
import { expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

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
