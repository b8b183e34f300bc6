// A proxy in front of the service that asks for credentials of its own.
import { createServer } from 'node:http'
import { PlantStoreClient } from 'plant-store-client'
import { expect, test } from 'vitest'
import { monstera } from './stub-fetch.ts'

test("a 407 is `network`, since Node's fetch keeps it to itself", async () => {
  const proxy = createServer((_request, response) => response.writeHead(407).end())
  await new Promise<void>(listening => proxy.listen(0, '127.0.0.1', listening))
  const { port } = proxy.address() as { port: number }
  const client = new PlantStoreClient({ baseUrl: `http://127.0.0.1:${port}`, accessToken: 'token' })
  const { error } = await client.addPlant(monstera)
  proxy.closeAllConnections()
  proxy.close()
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
})
