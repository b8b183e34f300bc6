// Random calls over connections that die at random moments, on Node; `npm run test:all -- runtimes` has the other
// runtimes. TRIAL_SEED=… repeats what the service does.
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createRandom } from '../../../mock/store/random.ts'
import { listen } from '../../harness/listen.ts'
import { dyingService, tryDyingConnections } from '../../harness/runtimes/dying-connections.ts'

const CALLS = process.env.MODE === 'long' ? 5_000 : 300

test('no plant is added twice by a retry of the client, and none was added where mayHaveBeenAdded is false', async () => {
  const seed = Number(process.env.TRIAL_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const handle = dyingService(createRandom(seed))
  await using service = await listen(async (request, response) =>
    handle(request, response, await text(request)),
  )
  const seen = await tryDyingConnections(service.url, CALLS)
  expect(seen.wrong, `TRIAL_SEED=${seed}`).toEqual([])
  expect(seen.copied).toBe(0)
  for (const count of [seen.ok, seen.notAdded, seen.retried]) expect(count).toBeGreaterThan(0)
}, 900_000)
