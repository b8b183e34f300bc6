// An API of its own, which knows the Plant Store service by the client alone.
import { type Context, Hono } from 'hono'
import type { PlantStoreClient } from 'plant-store-client'

export const createApp = (plantStore: PlantStoreClient) =>
  new Hono().post('/api/seedlings', async context => {
    const { id, name } = await context.req.json<{ id: string; name: string }>()
    if (!/^-?\d+$/.test(id)) return context.json({ error: 'id must be digits' }, 400)
    const seedling = { id: BigInt(id), name, tag: 'seedling' }
    const { data, error } = await plantStore.addPlant(seedling, { headers: mockSession(context) })
    if (data) return context.json(data)
    return context.json({ error: error.kind, mayHaveBeenAdded: error.mayHaveBeenAdded }, 502)
  })

// #region hand-on
/** Hands the mock's session on, which the requests of a test's browser name. The service ignores it. */
function mockSession(context: Context): Record<string, string> {
  const session = context.req.header('x-mock-session')
  return session === undefined ? {} : { 'x-mock-session': session }
}
// #endregion
