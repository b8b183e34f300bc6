import { deepStrictEqual } from 'node:assert'
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

/** Throws if a client sends a wrong request, misreads a response, or accepts a refusal. */
export async function checkClients(commit?: Commit): Promise<string[]> {
  const baseUrl = 'http://plants.example.com/v1'
  let sent: Request | undefined
  let status = 200
  const answers = {
    200: { name: 'Monstera', tag: 'x' },
    400: { error: 400, message: 'No.' },
  }
  const fetch: Settings['fetch'] = async (input, init) => {
    sent = new Request(input, init)
    return Response.json(answers[status as 200], { status })
  }
  const all = await clients({ baseUrl, token: 'token', fetch }, commit)
  for (const [name, add] of Object.entries(all)) {
    status = 200
    deepStrictEqual(await add(plant(7)), answers[200], `${name} gives what the service answered`)
    const { method, url, headers } = sent as unknown as Request
    const request = {
      method,
      url,
      token: headers.get('authorization'),
      type: headers.get('content-type')?.split(';')[0],
      body: await sent?.json(),
    }
    const right = {
      method: 'POST',
      url: `${baseUrl}/plants`,
      token: 'Bearer token',
      type: 'application/json',
      body: plant(7),
    }
    deepStrictEqual(request, right, `${name} sends the request of the contract`)
    status = 400
    const refused = await add(plant(8)).then(
      () => false,
      () => true,
    )
    deepStrictEqual(refused, true, `${name} throws where the service refuses`)
  }
  return Object.keys(all)
}
