// Runs in workerd: one client in module scope, which each request uses, as Workers are written.
import { PlantStoreClient } from 'plant-store-client'

/** What a request asks the Worker to do. */
export interface Order {
  service: string
  /** Whether the token is kept and refreshed, or asked for at each call. */
  keepsToken: boolean
  timeout: number
}

let token = 'old'
let client: PlantStoreClient | undefined

export default {
  async fetch(request: Request): Promise<Response> {
    const { service, keepsToken, timeout } = (await request.json()) as Order
    const askForToken = async () => (await fetch(`${service}/token`)).text()
    client ??= new PlantStoreClient({
      baseUrl: service,
      async accessToken({ rejected }) {
        if (!keepsToken) return askForToken()
        if (token === rejected) token = await askForToken()
        return token
      },
    })
    const { error } = await client.addPlant({ id: 1, name: 'Monstera' }, { timeout })
    return new Response(error?.kind ?? 'ok')
  },
}
