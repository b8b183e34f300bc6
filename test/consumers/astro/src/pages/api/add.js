import { plainResult } from 'plant-store-client'
import { client } from '../../client.js'

export const prerender = false

export async function POST() {
  const plant = { id: 9007199254740993n, name: 'endpoint' }
  return Response.json(plainResult(await client().addPlant(plant)))
}
