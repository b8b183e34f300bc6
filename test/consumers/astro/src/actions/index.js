import { defineAction } from 'astro:actions'
import { plainResult } from 'plant-store-client'
import { client } from '../client.js'

const id = 9007199254740993n

/** What an action returns is serialized: Astro refuses Response. */
export const server = {
  add: defineAction({
    handler: async () => plainResult(await client().addPlant({ id, name: 'action' })),
  }),
  refused: defineAction({
    handler: async () => plainResult(await client('other').addPlant({ id, name: 'action' })),
  }),
}
