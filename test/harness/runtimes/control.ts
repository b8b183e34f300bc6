import { PlantStoreClient } from 'plant-store-client'
import { connectMockServer } from 'plant-store-client/mock'
import { equal, held, type Result } from './result.ts'

/** Commands and reads a mock server from the runtime, over its control API. */
export const holdControl = (url: string): Promise<Result> =>
  held('client', 'connectMockServer commands and reads a mock server', async () => {
    const mock = connectMockServer(url)
    const client = new PlantStoreClient({ baseUrl: url, accessToken: 'token' })
    await mock.failNext({ status: 418 })
    const { response } = await client.addPlant({ id: 1, name: 'Monstera' })
    equal(response?.status, 418)
    await client.addPlant({ id: 9007199254740993n, name: 'Monstera' })
    equal(await mock.plants(), [{ name: 'Monstera', id: '9007199254740993' }])
    await mock.reset()
    equal(await mock.requests(), [])
  })
