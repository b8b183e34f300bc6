// A Worker that adds a plant for a page of its own origin. The access token stays with the Worker.
import { type NewPlant, PlantStoreClient, type PlantStoreError } from 'plant-store-client'

export interface Env {
  PLANT_STORE_URL: string
  /** A secret: `wrangler secret put PLANT_STORE_TOKEN` */
  PLANT_STORE_TOKEN: string
}

export default {
  async fetch(request, env) {
    const { origin, pathname } = new URL(request.url)
    if (pathname !== '/plants') return new Response('Not found', { status: 404 })
    if (request.method !== 'POST')
      return new Response('Method not allowed', { status: 405, headers: { allow: 'POST' } })
    // Who may add plants is for your application to say; a form on another site may not.
    if (request.headers.get('origin') !== origin) return new Response('Forbidden', { status: 403 })

    const plant = await readPlant(request).catch(() => undefined)
    if (!plant)
      return Response.json({ error: 'no-plant', mayHaveBeenAdded: false }, { status: 400 })

    const client = new PlantStoreClient({
      baseUrl: env.PLANT_STORE_URL,
      accessToken: env.PLANT_STORE_TOKEN,
      timeout: 10_000,
    })
    const result = await client.addPlant(plant)
    return result.ok ? Response.json(result.data) : refusal(result.error)
  },
} satisfies ExportedHandler<Env>

/** A form, or JSON whose id may be a string: a page's JSON would round one beyond 2^53. */
async function readPlant(request: Request): Promise<NewPlant> {
  const isJson = request.headers.get('content-type')?.startsWith('application/json')
  const fields = isJson
    ? await request.json<Record<string, unknown>>()
    : Object.fromEntries(await request.formData())
  const { id, name, tag } = fields
  return {
    id: typeof id === 'string' && /^-?\d+$/.test(id) ? BigInt(id) : id,
    name,
    ...(tag ? { tag } : {}),
  } as NewPlant // the client refuses what is not one
}

/** What the page is told: never `error.message`, which names the service's address. */
function refusal(error: PlantStoreError): Response {
  const { kind, mayHaveBeenAdded } = error
  const tell = (status: number, more: object = {}, headers: HeadersInit = {}) =>
    Response.json({ error: kind, mayHaveBeenAdded, ...more }, { status, headers })
  switch (error.kind) {
    case 'invalid-request':
      return tell(400, { issues: error.issues })
    case 'api':
    case 'unexpected-response': {
      const { response, retryAfter } = error
      const { status } = response
      if (status === 429 || status === 503)
        return tell(503, {}, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` })
      if (error.kind === 'api' && status === 400) return tell(400, { message: error.body.message })
      return tell(502) // a 401, too, is between the Worker and the service
    }
    case 'timeout':
      return tell(504)
    case 'network':
    case 'aborted':
    case 'access-token':
    case 'middleware':
      return tell(502)
  }
}
