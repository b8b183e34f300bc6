// Middleware is written for openapi-fetch: what its hooks are given, when, and what becomes of what
// they return is the same here.
import { array, asyncProperty, assert as check, constantFrom, record } from 'fast-check'
import createClient, { type Middleware } from 'openapi-fetch'
import { PlantStoreClient } from 'plant-store-client'
import { expect, test } from 'vitest'
import { baseUrl, monstera } from './stub-fetch.ts'

interface Context {
  request: Request
  response?: Response
  error?: unknown
  schemaPath: string
  params: object
  options: object
  id: string
}

type HookName = 'onRequest' | 'onResponse' | 'onError'
const hooks = [
  'none',
  'no function',
  'nothing',
  'same',
  'request',
  'response',
  'error',
  'nonsense',
  'throws',
]
type Behaviour = (typeof hooks)[number]
type Plan = Record<HookName, Behaviour>

const anyBehaviour = constantFrom(...hooks)
const anyPlan = record({ onRequest: anyBehaviour, onResponse: anyBehaviour, onError: anyBehaviour })
const anyOutcome = constantFrom('added', 'refused', 'lost')

/** Notes each call of a hook, and does what the plan says. */
function middlewareOf(plan: Plan, number: number, log: unknown[]): Middleware {
  const hook = (name: HookName) => (context: Context) => {
    const { request, response, error, schemaPath, params, options } = context
    log.push({ number, name, keys: Object.keys(context).sort(), schemaPath, params })
    log.push({ trace: request.headers.get('x-trace'), method: request.method, url: request.url })
    log.push({
      status: response?.status,
      error: String(error),
      options: Object.keys(options).sort(),
    })
    const mark = `${number} ${name}`
    const results: Record<Behaviour, () => unknown> = {
      nothing: () => undefined,
      same: () => response ?? error ?? request,
      request: () => new Request(request, { headers: { 'x-trace': mark } }),
      response: () => Response.json({ error: number, message: mark }, { status: 400 }),
      error: () => new Error(mark),
      nonsense: () => mark,
    }
    const result = results[plan[name]]
    if (result) return result()
    throw new Error(mark)
  }
  const middleware: Record<string, unknown> = { onRequest: undefined }
  for (const name of Object.keys(plan) as HookName[])
    if (plan[name] !== 'none') middleware[name] = plan[name] === 'no function' || hook(name)
  return middleware as Middleware
}

/** Answers as the outcome says, and notes what was sent. */
const fetchOf = (outcome: string, log: unknown[]) => async (request: Request) => {
  const trace = request.headers.get('x-trace')
  log.push({ sent: trace, url: request.url, body: await request.text() })
  if (outcome === 'lost') throw new TypeError('lost')
  if (outcome === 'added') return Response.json(monstera)
  return Response.json({ error: 1, message: 'No.' }, { status: 409 })
}

/** What a call came to: the plant, what the service said, or what was thrown. Wordings differ. */
const endOf = (data: unknown, error: unknown, thrown: unknown) =>
  data ?? error ?? (String(thrown).includes('must return') ? 'must return' : String(thrown))

async function byOpenapiFetch(plans: Plan[], outcome: string): Promise<unknown[]> {
  const log: unknown[] = []
  const client = createClient<Record<string, never>>({ baseUrl, fetch: fetchOf(outcome, log) })
  client.use(...plans.map((plan, number) => middlewareOf(plan, number, log)))
  const post = client.POST as (path: string, init: object) => Promise<Record<string, unknown>>
  try {
    const { data, error } = await post('/plants', { body: monstera })
    return [...log, endOf(data, error, undefined)]
  } catch (thrown) {
    return [...log, endOf(undefined, undefined, thrown)]
  }
}

async function byThisClient(plans: Plan[], outcome: string): Promise<unknown[]> {
  const log: unknown[] = []
  const send = fetchOf(outcome, log)
  const client = new PlantStoreClient({
    baseUrl,
    accessToken: 'token',
    fetch: (url, init) => send(new Request(url, init)),
    middleware: plans.map((plan, number) => middlewareOf(plan, number, log)),
    maxRetries: 0,
  })
  const { data, error } = await client.addPlant(monstera)
  const said = error?.kind === 'api' ? error.body : undefined
  return [...log, endOf(data, said, error?.cause)]
}

test('hooks run in the order, with the arguments and with the effect that they have in openapi-fetch', async () => {
  await check(
    asyncProperty(array(anyPlan, { maxLength: 4 }), anyOutcome, async (plans, outcome) => {
      expect(await byThisClient(plans, outcome)).toEqual(await byOpenapiFetch(plans, outcome))
    }),
    { numRuns: 500 },
  )
})
