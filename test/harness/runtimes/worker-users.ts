// Runs in workerd: one client in module scope, which each request uses, as Workers are written.
import { createTokenProvider, PlantStoreClient } from 'plant-store-client'

/** What a request asks the Worker to do. */
export interface Order {
  service: string
  /** Whose provider it is: none is made, or one for all requests, or one for each. */
  provider: 'none' | 'of all requests' | 'of each request'
  timeout: number
}

let client: PlantStoreClient | undefined
let ofAll: ReturnType<typeof createTokenProvider> | undefined

export default {
  async fetch(request: Request): Promise<Response> {
    const { service, provider, timeout } = (await request.json()) as Order
    const signIn = async () => (await fetch(`${service}/token`)).text()
    client ??= new PlantStoreClient({ baseUrl: service, accessToken: signIn })
    ofAll ??= createTokenProvider(signIn, { timeout: 1_000 })
    const ofCall = {
      none: {},
      'of all requests': { accessToken: ofAll },
      'of each request': { accessToken: createTokenProvider(signIn) },
    }
    const options = { timeout, ...ofCall[provider] }
    const { error } = await client.addPlant({ id: 1, name: 'Monstera' }, options)
    return new Response(error?.kind ?? 'ok')
  },
}
