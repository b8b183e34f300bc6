// The mock with one handler of msw before it, which leaves every plant to the store.
import { http } from 'msw'
import { startMockServer } from 'plant-store-client/mock/server'

const handlers = [http.post('*/plants', () => undefined)]
await startMockServer({ port: Number(process.argv[2]), handlers })
