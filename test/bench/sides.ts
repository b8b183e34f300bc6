import { deepStrictEqual } from 'node:assert'
import { pathToFileURL } from 'node:url'
import { inSet } from './peers.ts'

/** Adds a plant and gives what came back. */
export type Add = (plant: { id: number; name: string; tag: string }) => Promise<unknown>

export interface Settings {
  baseUrl: string
  token: string
  fetch: typeof globalThis.fetch
}

export const plant: (id: number) => Parameters<Add>[0] = id => ({ id, name: 'Monstera', tag: 'x' })

/** The clients that one could use instead. */
export const OTHERS: readonly string[] = ['ky', 'ofetch', 'axios']

/** The client with what the others have options for: its token comes from no provider. */
export const SAME_DUTIES = 'plant-store-client, the same duties'

/** The clients that are compared, each made of the same settings. */
export async function clients(settings: Settings): Promise<Record<string, Add>> {
  const { sides } = await import(pathToFileURL(inSet('clients', 'sides.js')).href)
  return Object.fromEntries(
    Object.entries(sides as Record<string, (settings: Settings) => Add>).map(([name, make]) => [
      name,
      make(settings),
    ]),
  )
}

/** Throws if a client sends a wrong request, misreads a response, or accepts a refusal. */
export async function checkClients(): Promise<string[]> {
  const baseUrl = 'http://plants.example.com/v1'
  let sent: Request | undefined
  let status = 200
  const answers = {
    200: { name: 'Monstera', tag: 'x' },
    400: { error: 400, message: 'No.' },
  }
  const all = await clients({
    baseUrl,
    token: 'token',
    async fetch(input, init) {
      sent = new Request(input, init)
      return Response.json(answers[status as 200], { status })
    },
  })
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
