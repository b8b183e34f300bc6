// What a caller of the client can see, on any runtime, over its own fetch.
import { PlantStoreClient, type PlantStoreClientOptions } from 'plant-store-client'
import { connectMockServer } from 'plant-store-client/mock'
import { tryDyingConnections } from './dying-connections.ts'
import { equal, held, type Result } from './result.ts'
import type { Live, Seen, Service } from './services.ts'

/** What differs between runtimes. */
interface Facts {
  /** How a value is logged. */
  inspect?: ((value: unknown) => string)[]
  /** Checks that it cannot pass, and why. */
  cannot: Record<string, string>
}

const monstera = { id: 1, name: 'Monstera' }
const TOKEN = 'secret-token'

const clientOf = (baseUrl: string, options: Partial<PlantStoreClientOptions> = {}) =>
  new PlantStoreClient({ baseUrl, accessToken: TOKEN, ...options })

/** Resolves to what arrived at a service, once it was sent that many requests, or after ten seconds. */
const seen = async ({ witness }: Live, service: Service, requests = 0): Promise<Seen> =>
  (await fetch(`${witness}/${service}?requests=${requests}`)).json()

type Failed = Exclude<Awaited<ReturnType<PlantStoreClient['addPlant']>>['error'], undefined>

/** Resolves to the error of a call, which must have this kind and `mayHaveBeenAdded`. */
async function failure(
  call: ReturnType<PlantStoreClient['addPlant']>,
  kind: Failed['kind'],
  mayHaveBeenAdded: boolean,
): Promise<Failed> {
  const { ok, error } = await call
  if (ok || !(error instanceof Error)) throw new Error(`got ${JSON.stringify(error)}, no error`)
  try {
    equal([error.kind, error.mayHaveBeenAdded], [kind, mayHaveBeenAdded])
  } catch (cause) {
    throw new Error(`${(cause as Error).message}: ${error.message} (${error.cause})`)
  }
  return error
}

/** Checks of a proof that some runtimes do not give. */
export const UNCONNECTED = 'a refused connection is a network error, and nothing was added'
export const UNRESOLVED = 'a name that is not resolved is a network error, and nothing was added'
export const SENDS_ONCE = 'the runtime does not repeat a POST by itself'

const maxRetries = 0

/** Calls that fail, and what their error has, with a part of its body. */
const failures: Record<
  string,
  [Service, Failed['kind'], boolean, Partial<PlantStoreClientOptions>?, body?: string]
> = {
  [UNCONNECTED]: ['refused', 'network', false, { maxRetries }],
  [UNRESOLVED]: ['refused', 'network', false, { maxRetries, baseUrl: 'http://plants.invalid' }],
  'a response that is cut short is a network error': ['cut', 'network', true],
  // A page's preflight may take longer than that, so that no request arrives to be counted.
  'a call times out': ['late', 'timeout', true, { timeout: 200 }],
  'a refusal is an api error': ['refusing', 'api', false, {}, '"error":400'],
  'a page is an unexpected response': ['page', 'unexpected-response', true, {}, 'Welcome</h1>'],
}

async function loseSecond(client: PlantStoreClient): Promise<void> {
  equal((await client.addPlant(monstera)).ok, true)
  await failure(client.addPlant(monstera), 'network', true)
}

type Check = (live: Live, facts: Facts) => Promise<void>

const toCheck =
  ([service, kind, mayHaveBeenAdded, options, body = '']: (typeof failures)[string]): Check =>
  async ({ urls }) => {
    const call = clientOf(urls[service], options).addPlant(monstera)
    const error = await failure(call, kind, mayHaveBeenAdded)
    if (!JSON.stringify(Object(error).body ?? '').includes(body)) throw new Error(error.message)
  }

const checks: Record<string, Check> = {
  ...Object.fromEntries(Object.entries(failures).map(([name, row]) => [name, toCheck(row)])),

  async 'a refused connection is a network error with a cause'({ urls }) {
    const { error } = await clientOf(urls.refused, { maxRetries }).addPlant(monstera)
    equal([error?.kind, !!error?.cause], ['network', true])
  },

  async 'a response that is cut short is not asked for again'(live) {
    equal((await seen(live, 'cut', 1)).statuses, [200])
  },

  async 'a lost connection that was used before is a network error'({ urls }) {
    await loseSecond(clientOf(urls.lost))
  },

  async 'a service that is gone after a second plant may have added it'({ urls }) {
    await loseSecond(clientOf(urls.gone, { maxRetries }))
  },

  async [SENDS_ONCE](live) {
    equal((await seen(live, 'lost', 2)).statuses, [200, 0])
  },

  async 'random calls over connections that die: no plant twice by a retry, and "not added" only where it was not'(
    { dying: { url, seed } },
    { cannot },
  ) {
    const { wrong, ...seen } = await tryDyingConnections(url, 300)
    if (wrong.length > 0)
      throw new Error(`TRIAL_SEED=${seed}: ${wrong.length}\n${wrong.join('\n')}`)
    const isReached = [seen.ok, seen.notAdded].every(count => count > 10)
    equal([isReached, seen.copied > 0], [true, SENDS_ONCE in cannot])
    equal(seen.retried > 0, !(SENDS_ONCE in cannot))
  },

  async 'an abort ends a call'(live) {
    const controller = new AbortController()
    const call = clientOf(live.urls.silent).addPlant(monstera, { signal: controller.signal })
    await seen(live, 'silent', 1)
    controller.abort('enough')
    equal((await failure(call, 'aborted', true)).cause, 'enough')
    const { signal } = controller
    await failure(clientOf(live.urls.silent).addPlant(monstera, { signal }), 'aborted', false)
    equal((await seen(live, 'silent')).statuses, [0])
  },

  async 'a redirect is not followed'(live) {
    const call = clientOf(live.urls.redirecting).addPlant(monstera)
    const error = await failure(call, 'unexpected-response', true)
    const hidden = error.kind === 'unexpected-response' && error.response.status === 0 // in a browser
    equal(hidden || error.message.includes(live.urls.target), true)
    equal((await seen(live, 'target')).statuses, [])
    // The redirect was for one request alone, and nothing remembers it.
    equal((await clientOf(live.urls.redirecting).addPlant(monstera)).ok, true)
  },

  async 'a bigint id arrives digit for digit'(live) {
    const plant = { ...monstera, id: 9007199254740993n, tag: 'tropical' }
    const { data, error } = await clientOf(live.urls.plain).addPlant(plant)
    equal([data, error?.message], [{ name: 'Monstera', tag: 'tropical' }, undefined])
    equal((await seen(live, 'plain', 1)).ids, ['9007199254740993'])
  },

  async 'middleware sees a Request and a Response'(live) {
    const seenByHooks: string[] = []
    const client = clientOf(live.urls.plain, {
      middleware: [
        {
          onRequest({ request }) {
            seenByHooks.push(request.method)
            request.headers.set('x-shop', 'green')
            return new Request(request, { headers: request.headers })
          },
          onResponse: ({ response }) => void seenByHooks.push(`${response.status}`),
        },
      ],
    })
    const { data, error } = await client.addPlant({ ...monstera, id: 2n ** 63n - 1n })
    equal([data, error?.message, seenByHooks], [{ name: 'Monstera' }, undefined, ['POST', '200']])
    const { ids, headers } = await seen(live, 'plain', 2)
    equal([ids[1], headers?.['x-shop']], ['9223372036854775807', 'green'])
  },

  async 'connectMockServer commands and reads a mock server'({ urls }) {
    const mock = connectMockServer(urls.commanded)
    const client = clientOf(urls.commanded)
    await mock.failNext({ status: 418 })
    equal((await client.addPlant(monstera)).response?.status, 418)
    await client.addPlant({ ...monstera, id: 9007199254740993n })
    equal(await mock.plants(), [{ name: 'Monstera', id: '9007199254740993' }])
    await mock.reset()
    equal(await mock.requests(), [])
  },

  async 'the token is shown nowhere'({ urls }, { inspect = [] }) {
    const client = clientOf(urls.refused, { maxRetries })
    const { error } = await client.addPlant(monstera)
    const shown = [client, error].flatMap(value => [
      `${value}`,
      JSON.stringify(value),
      ...inspect.map(how => how(value)),
    ])
    shown.push(`${error?.stack}`, String(error?.cause), JSON.stringify(error?.cause) ?? '')
    const leaks = shown.filter(text => text.includes(TOKEN))
    equal(leaks, [])
  },
}

/** Runs every check on a runtime, one after the other. */
export async function holdClient(live: Live, facts: Facts): Promise<Result[]> {
  for (const name of Object.keys(facts.cannot))
    if (!(name in checks)) throw new Error(`There is no check "${name}"`)
  const unhandled: unknown[] = []
  const note = (event: Event) => unhandled.push((event as PromiseRejectionEvent).reason)
  globalThis.addEventListener?.('unhandledrejection', note)
  const results: Result[] = []
  for (const [name, check] of Object.entries(checks))
    results.push(await held('client', name, () => check(live, facts), facts.cannot[name]))
  results.push(await held('client', 'no rejection is left unhandled', () => equal(unhandled, [])))
  return results
}

/** Checks the `fetch` that a client needs on a runtime that repeats a POST by itself. */
export const holdUnpooled = (live: Live, unpooled: typeof fetch): Promise<Result> =>
  held('client', 'a fetch with poolMaxIdlePerHost: 0 sends a plant once', async () => {
    await loseSecond(clientOf(live.urls['lost-unpooled'], { fetch: unpooled }))
    equal((await seen(live, 'lost-unpooled', 2)).statuses, [200, 0])
  })
