// Checks of calls over a network that fails.
import type { PlantStoreClient } from 'plant-store-client'
import { type Check, clientOf, failure, monstera } from './call.ts'
import { type Live, seen } from './live.ts'
import { equal, held, type Result } from './result.ts'

async function loseSecond(client: PlantStoreClient): Promise<void> {
  equal((await client.addPlant(monstera)).ok, true)
  await failure(client.addPlant(monstera), 'network', true)
}

/** Checks of a proof that some runtimes do not give. */
export const UNCONNECTED = 'a refused connection is a network error, and nothing was added'
export const UNRESOLVED = 'a name that is not resolved is a network error, and nothing was added'

export const networkChecks: Record<string, Check> = {
  async [UNCONNECTED]({ urls }: Live) {
    const client = clientOf(urls.refused, { maxRetries: 0 })
    await failure(client.addPlant(monstera), 'network', false)
  },

  async [UNRESOLVED]() {
    const client = clientOf('http://plants.invalid', { maxRetries: 0 })
    await failure(client.addPlant(monstera), 'network', false)
  },

  async 'a refused connection is a network error with a cause'({ urls }: Live) {
    const { error } = await clientOf(urls.refused, { maxRetries: 0 }).addPlant(monstera)
    equal([error?.kind, !!error?.cause], ['network', true])
  },

  async 'a response that is cut short is a network error'(live: Live) {
    await failure(clientOf(live.urls.cut).addPlant(monstera), 'network', true)
    equal((await seen(live, 'cut', 1)).statuses, [200])
  },

  async 'a lost connection that was used before is a network error'({ urls }: Live) {
    await loseSecond(clientOf(urls.lost))
  },

  async 'a service that is gone after a second plant may have added it'({ urls }: Live) {
    await loseSecond(clientOf(urls.gone, { maxRetries: 0 }))
  },

  async 'the runtime does not repeat a POST by itself'(live: Live) {
    equal((await seen(live, 'lost', 2)).statuses, [200, 0])
  },

  async 'a call times out'({ urls }: Live) {
    // A page's preflight may take longer than that, so that no request arrives to be counted.
    await failure(clientOf(urls.late, { timeout: 200 }).addPlant(monstera), 'timeout', true)
  },

  async 'an abort ends a call'(live: Live) {
    const controller = new AbortController()
    const call = clientOf(live.urls.silent).addPlant(monstera, { signal: controller.signal })
    await seen(live, 'silent', 1)
    controller.abort('enough')
    equal((await failure(call, 'aborted', true)).cause, 'enough')
    const { signal } = controller
    await failure(clientOf(live.urls.silent).addPlant(monstera, { signal }), 'aborted', false)
    equal((await seen(live, 'silent')).statuses, [0])
  },

  async 'a redirect is not followed'(live: Live) {
    const call = clientOf(live.urls.redirecting).addPlant(monstera)
    const error = await failure(call, 'unexpected-response', true)
    const hidden = error.kind === 'unexpected-response' && error.response.status === 0 // in a browser
    equal(hidden || error.message.includes(live.urls.target), true)
    equal((await seen(live, 'target')).statuses, [])
    // The redirect was for one request alone, and nothing remembers it.
    equal((await clientOf(live.urls.redirecting).addPlant(monstera)).ok, true)
  },
}

/** Checks the `fetch` that a client needs on a runtime that repeats a POST by itself. */
export const holdUnpooled = (live: Live, unpooled: typeof fetch): Promise<Result> =>
  held('client', 'a fetch that uses no connection twice sends a plant once', async () => {
    await loseSecond(clientOf(live.urls['lost-unpooled'], { fetch: unpooled }))
    equal((await seen(live, 'lost-unpooled', 2)).statuses, [200, 0])
  })
