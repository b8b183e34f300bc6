// #region load
import { plainResult } from 'plant-store-client'
import { client } from './client.server.js'

const id = 9007199254740993n

/** SvelteKit cannot serialize the Response and the Error of a result, so return plain data. */
export async function load() {
  return { result: plainResult(await client().addPlant({ id, name: 'load function' })) }
}
// #endregion

export const actions = {
  add: async () => plainResult(await client().addPlant({ id, name: 'form action' })),
  refused: async () => plainResult(await client('other').addPlant({ id, name: 'form action' })),
}
