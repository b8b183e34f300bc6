// #region action
'use server'
import { type PlainResult, plainResult } from 'plant-store-client'
import { client } from './client'

const plant = { id: 9007199254740993n, name: 'server action' }

/** An AddPlantResult has a Response and an Error, which Next refuses to return: plain data it takes. */
export async function addPlant(): Promise<PlainResult> {
  return plainResult(await client().addPlant(plant))
}
// #endregion

export async function addWithoutPermission(): Promise<PlainResult> {
  return plainResult(await client('other').addPlant(plant))
}
