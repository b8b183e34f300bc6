// #region action
'use server'
import { type PlainResult, plainResult } from 'plant-store-client'
import { client } from './client'

const plant = { id: 9007199254740993n, name: 'server action' }

/** Next cannot return the Response and the Error of a result, so return plain data. */
export async function addPlant(): Promise<PlainResult> {
  return plainResult(await client().addPlant(plant))
}
// #endregion

export async function addWithoutPermission(): Promise<PlainResult> {
  return plainResult(await client('other').addPlant(plant))
}
