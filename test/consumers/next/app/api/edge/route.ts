// #region route
import { plainResult } from 'plant-store-client'
import { client } from '../../client'

export const runtime = 'edge'

export async function POST() {
  const plant = { id: 9007199254740993n, name: 'edge route' }
  return Response.json(plainResult(await client().addPlant(plant)))
}
// #endregion
