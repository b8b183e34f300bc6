// What the network does to a call.
import type { PlantStoreClient } from 'plant-store-client'
import { type Check, clientOf, failure, monstera } from './call.ts'
import { type Live, seen } from './live.ts'
import { equal, held, type Result } from './result.ts'

async function loseSecond(client: PlantStoreClient): Promise<void> {
  equal((await client.addPlant(monstera)).ok, true)
  await failure(client.addPlant(monstera), 'network', true)
}

export const networkChecks: Record<string, Check> = {
  async 'network: refused, and nothing was added'({ urls }: Live) {
    const client = clientOf(urls.refused, { maxRetries: 0 })
    await failure(client.addPlant(monstera), 'network', false)
  },

  async 'network: the name is not resolved, and nothing was added'() {
    const client = clientOf('http://plants.invalid', { maxRetries: 0 })
    await failure(client.addPlant(monstera), 'network', false)
  },

  async 'network: refused'({ urls }: Live) {
    const { error } = await clientOf(urls.refused, { maxRetries: 0 }).addPlant(monstera)
    equal([error?.kind, !!error?.cause], ['network', true])
  },

  async 'network: the answer is cut short'(live: Live) {
    await failure(clientOf(live.urls.cut).addPlant(monstera), 'network', true)
    equal((await seen(live, 'cut', 1)).statuses, [200])
  },

  async 'network: a connection is lost that was used before'({ urls }: Live) {
    await loseSecond(clientOf(urls.lost))
  },

  async 'the runtime itself sends a plant once'(live: Live) {
    equal((await seen(live, 'lost', 2)).statuses, [200, 0])
  },

  async timeout({ urls }: Live) {
    await failure(clientOf(urls.silent, { timeout: 200 }).addPlant(monstera), 'timeout', true)
  },

  async aborted(live: Live) {
    const controller = new AbortController()
    const call = clientOf(live.urls.silent).addPlant(monstera, { signal: controller.signal })
    await seen(live, 'silent', 2)
    controller.abort('enough')
    equal((await failure(call, 'aborted', true)).cause, 'enough')
    const { signal } = controller
    await failure(clientOf(live.urls.silent).addPlant(monstera, { signal }), 'aborted', false)
    equal((await seen(live, 'silent')).statuses, [0, 0])
  },

  async 'a redirect is not followed'(live: Live) {
    const call = clientOf(live.urls.redirecting).addPlant(monstera)
    const error = await failure(call, 'unexpected-response', true)
    const hidden = error.kind === 'unexpected-response' && error.status === 0 // in a browser
    equal(hidden || error.message.includes(live.urls.target), true)
    equal((await seen(live, 'target')).statuses, [])
    // The service is back to its senses; what it said once does not stay.
    equal((await clientOf(live.urls.redirecting).addPlant(monstera)).ok, true)
  },
}

/** What a runtime that sends a plant again by itself can be given as the client's `fetch`. */
export const holdUnpooled = (live: Live, unpooled: typeof fetch): Promise<Result> =>
  held('client', 'a plant is sent once by a fetch that uses no connection twice', async () => {
    await loseSecond(clientOf(live.urls['lost-unpooled'], { fetch: unpooled }))
    equal((await seen(live, 'lost-unpooled', 2)).statuses, [200, 0])
  })
