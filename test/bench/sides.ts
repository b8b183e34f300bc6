import { deepStrictEqual, rejects } from 'node:assert'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Commit } from './against.ts'
import { inSet } from './peers.ts'

/** Adds a plant and gives what came back. */
export type Add = (plant: { id: number; name: string; tag: string }) => Promise<unknown>

export interface Settings {
  baseUrl: string
  token: string
  fetch: typeof globalThis.fetch
}

export const plant: (id: number) => Parameters<Add>[0] = id => ({ id, name: 'Monstera', tag: 'x' })

/** What one would write without a library: a time limit, a signal, and a check of what comes back. */
export const BY_HAND = 'hand-written fetch'

/** The clients that one could use instead. */
export const OTHERS: readonly string[] = ['ky', 'ofetch', 'axios']

/** Our client, everything on: its token comes from a provider. */
export const OURS = 'plant-store-client'

/** The client with what the others have options for: its token comes from no provider. */
export const SAME_DUTIES = 'plant-store-client, the same duties'

/** The clients that are compared, each made of the same settings; a client of another commit is named after it. */
export async function clients(settings: Settings, commit?: Commit): Promise<Record<string, Add>> {
  const { sides, everythingOn } = await import(pathToFileURL(inSet('clients', 'sides.js')).href)
  const all = Object.fromEntries(
    Object.entries(sides as Record<string, (settings: Settings) => Add>).map(([name, make]) => [
      name,
      make(settings),
    ]),
  )
  if (!commit) return all
  const index = join(commit.modules, 'plant-store-client/dist/index.js')
  const { PlantStoreClient } = await import(pathToFileURL(index).href)
  return { ...all, [commit.ref]: everythingOn(PlantStoreClient, settings) }
}

/** Throws if a client misreads a response, or accepts a refusal. The server of `loopback` refuses what the contract does not allow. */
export async function checkClients(commit?: Commit): Promise<string[]> {
  const added = { name: 'Monstera', tag: 'x' }
  let isAdded = true
  const fetch: Settings['fetch'] = async () =>
    isAdded ? Response.json(added) : Response.json({ error: 400, message: 'No.' }, { status: 400 })
  const baseUrl = 'http://plants.example.com/v1'
  const all = await clients({ baseUrl, token: 'token', fetch }, commit)
  for (const [name, add] of Object.entries(all)) {
    isAdded = true
    deepStrictEqual(await add(plant(7)), added, `${name} gives what the service answered`)
    isAdded = false
    await rejects(add(plant(8)), () => true, `${name} throws where the service refuses`)
  }
  return Object.keys(all)
}
