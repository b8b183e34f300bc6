// What a caller of the client can see, on any runtime, over its own fetch.
import { connectMockServer } from 'plant-store-client/mock'
import { type Check, clientOf, failure, monstera, type Runtime, TOKEN } from './call.ts'
import { type Live, seen } from './live.ts'
import { networkChecks } from './network.ts'
import { equal, held, type Result } from './result.ts'

const checks: Record<string, Check> = {
  ...networkChecks,

  async 'a bigint id arrives digit for digit'(live: Live) {
    const { data, error } = await clientOf(live.urls.plain).addPlant({
      ...monstera,
      id: 9007199254740993n,
      tag: 'tropical',
    })
    equal([data, error?.message], [{ name: 'Monstera', tag: 'tropical' }, undefined])
    equal((await seen(live, 'plain', 1)).ids, ['9007199254740993'])
  },

  async 'a bigint id arrives digit for digit without JSON.rawJSON'(live: Live) {
    const { rawJSON } = JSON as { rawJSON?: unknown }
    Reflect.deleteProperty(JSON, 'rawJSON')
    try {
      equal('rawJSON' in JSON, false)
      await clientOf(live.urls.plain).addPlant({ ...monstera, id: -(2n ** 63n) })
    } finally {
      if (rawJSON)
        Object.defineProperty(JSON, 'rawJSON', {
          value: rawJSON,
          writable: true,
          configurable: true,
        })
    }
    equal((await seen(live, 'plain', 2)).ids[1], '-9223372036854775808')
  },

  async 'middleware sees a Request and a Response'(live: Live) {
    const seenByHooks: string[] = []
    const client = clientOf(live.urls.plain, {
      middleware: [
        {
          onRequest({ request }) {
            seenByHooks.push(request.method)
            request.headers.set('x-shop', 'green')
            return new Request(request, { headers: request.headers })
          },
          onResponse({ response }) {
            seenByHooks.push(`${response.status}`)
          },
        },
      ],
    })
    const { data, error } = await client.addPlant({ ...monstera, id: 2n ** 63n - 1n })
    equal([data, error?.message, seenByHooks], [{ name: 'Monstera' }, undefined, ['POST', '200']])
    const { ids, headers } = await seen(live, 'plain', 3)
    equal([ids[2], headers?.['x-shop']], ['9223372036854775807', 'green'])
  },

  async 'a refusal is an api error'({ urls }: Live) {
    const error = await failure(clientOf(urls.refusing).addPlant(monstera), 'api', false)
    equal([error.kind === 'api' && error.body.error], [400])
    await failure(clientOf(urls.broken).addPlant(monstera), 'api', true)
  },

  async 'a page is an unexpected response'({ urls }: Live) {
    const error = await failure(clientOf(urls.page).addPlant(monstera), 'unexpected-response', true)
    equal(error.kind === 'unexpected-response' && error.body, '<h1>Welcome</h1>')
  },

  async 'an id that is not exact is an invalid request'({ urls }: Live) {
    const call = clientOf(urls.plain).addPlant({ ...monstera, id: 2 ** 53 })
    const error = await failure(call, 'invalid-request', false)
    equal(error.kind === 'invalid-request' && error.issues.map(({ path }) => path), [['id']])
  },

  async 'a provider that rejects is an access-token error'({ urls }: Live) {
    const accessToken = () => Promise.reject(new Error('signed out'))
    await failure(clientOf(urls.plain, { accessToken }).addPlant(monstera), 'access-token', false)
  },

  async 'a hook that throws is a middleware error'({ urls }: Live) {
    const onRequest = () => {
      throw new Error('no')
    }
    const client = clientOf(urls.plain, { middleware: [{ onRequest }] })
    await failure(client.addPlant(monstera), 'middleware', true)
  },

  async 'a 503 with Retry-After is retried'(live: Live) {
    equal((await clientOf(live.urls.busy).addPlant(monstera)).data, { name: 'Monstera' })
    equal((await seen(live, 'busy')).statuses, [503, 200])
  },

  async 'a provider is asked for a new token after 401'(live: Live) {
    const asked: unknown[] = []
    const accessToken = ({ rejected }: { rejected?: string }) => {
      asked.push(rejected ?? 'first')
      return rejected ? 'fresh-token' : 'stale-token'
    }
    const client = clientOf(live.urls.fresh, { accessToken })
    equal((await client.addPlant(monstera)).data, { name: 'Monstera' })
    equal(
      [asked, (await seen(live, 'fresh')).statuses],
      [
        ['first', 'stale-token'],
        [401, 200],
      ],
    )
  },

  async 'connectMockServer commands and reads a mock server'({ urls }: Live) {
    const mock = connectMockServer(urls.commanded)
    const client = clientOf(urls.commanded)
    await mock.failNext({ status: 418 })
    equal((await client.addPlant(monstera)).response?.status, 418)
    await client.addPlant({ ...monstera, id: 9007199254740993n })
    equal(await mock.plants(), [{ name: 'Monstera', id: '9007199254740993' }])
    await mock.reset()
    equal(await mock.requests(), [])
  },

  async 'the token is shown nowhere'({ urls }: Live, { inspect }: Runtime) {
    const client = clientOf(urls.refused, { maxRetries: 0 })
    const { error } = await client.addPlant(monstera)
    const shown = [client, error].flatMap(value => [
      `${value}`,
      JSON.stringify(value),
      ...inspect.map(how => how(value)),
    ])
    shown.push(`${error?.stack}`, String(error?.cause), JSON.stringify(error?.cause) ?? '')
    equal(
      shown.filter(text => text.includes(TOKEN)),
      [],
    )
  },
}

/** Runs every check on a runtime, one after the other. */
export async function holdClient(live: Live, runtime: Runtime): Promise<Result[]> {
  for (const name of Object.keys(runtime.cannot))
    if (!(name in checks)) throw new Error(`There is no check "${name}"`)
  const unhandled: unknown[] = []
  const note = (event: Event) => unhandled.push((event as PromiseRejectionEvent).reason)
  globalThis.addEventListener?.('unhandledrejection', note)
  const results: Result[] = []
  for (const [name, check] of Object.entries(checks)) {
    const cannot = runtime.cannot[name]
    results.push(await held('client', name, () => check(live, runtime), cannot))
  }
  results.push(await held('client', 'no rejection is left unhandled', () => equal(unhandled, [])))
  return results
}
