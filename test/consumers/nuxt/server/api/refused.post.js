import { plainResult } from 'plant-store-client'
import { client } from '../client.js'

export default defineEventHandler(async () =>
  plainResult(await client('other').addPlant({ id: 9007199254740993n, name: 'API route' })),
)
