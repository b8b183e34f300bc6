// An API of its own, which knows the Plant Store service by the client alone.
import { Hono } from 'hono'
import type { PlantStoreClient } from 'plant-store-client'

export const createApp = (plantStore: PlantStoreClient) =>
  new Hono().post('/api/seedlings', async context => {
    const { id, name } = await context.req.json<{ id: string; name: string }>()
    if (!/^-?\d+$/.test(id)) return context.json({ error: 'id must be digits' }, 400)
    const { data, error } = await plantStore.addPlant({ id: BigInt(id), name, tag: 'seedling' })
    if (data) return context.json(data)
    return context.json({ error: error.kind, mayHaveBeenAdded: error.mayHaveBeenAdded }, 502)
  })
