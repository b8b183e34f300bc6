// Randomized trials of one promise: whatever service, fetch, middleware, provider and signal do,
//
// - no call rejects, and no rejection is left unhandled;
// - no listener, no timer and no connection with a request is left;
// - `mayHaveBeenAdded` is false only where the service added nothing, be it for the client or for a
//   middleware that sent the plant on its own behalf;
// - without `retryAmbiguous` the client adds at most one plant for a call. What a middleware sends on
//   its own behalf bears a header, and does not count here;
// - a call is `ok` only where a plant was added;
// - where several users share a client, each plant is sent with a token of its own user.
//
// A failure prints its seed: TRIAL_SEED=… npx vitest run test/random/trials repeats the scenarios.
// `npm run test:all -- trials` makes more of them.
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scenario } from './scenario.ts'
import type { Added } from './service.ts'
import { endsConnections, judge, runTrial, type Trial } from './trial.ts'

const TRIALS = process.env.MODE === 'long' ? 20_000 : 1_000
const AT_A_TIME = 40

const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length

const unhandled: unknown[] = []
let nextId = 1

async function settle(trials: Trial[]): Promise<void> {
  const left = trials.filter(endsConnections)
  const connected = () =>
    left.filter(({ service }) => service.busy() > 0).map(trial => trial.scenario)
  await expect.poll(connected, { message: 'A connection is left' }).toEqual([])
  await pause(150) // for what a fetch or a middleware does on after the call
  await Promise.all(trials.map(({ service }) => service.close()))
}

test.each([
  ['no trial breaks the promise: if mayHaveBeenAdded is false, adding it again is safe', false],
  ['no trial breaks the promise through a mock that forwards to the service', true],
])(
  '%s',
  async (_name, isForwarded) => {
    const seen = { ok: 0, notAdded: 0, mayHaveBeenAdded: 0, added: 0 }
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const before = timers()
    const batch = fc.array(scenario, { minLength: AT_A_TIME, maxLength: AT_A_TIME })
    const property = fc.asyncProperty(batch, async scenarios => {
      const added: Added = new Map()
      const trials = await Promise.all(
        scenarios.map(one => runTrial(() => nextId++, one, added, isForwarded)),
      )
      await settle(trials)
      for (const trial of trials) {
        const wrong = judge(trial, added)
        if (wrong) throw new Error(`${wrong}, after ${JSON.stringify(trial.scenario)}`)
        for (const outcome of trial.outcomes) {
          if (!('result' in outcome)) continue
          const { ok, error } = outcome.result
          seen[ok ? 'ok' : error.mayHaveBeenAdded ? 'mayHaveBeenAdded' : 'notAdded']++
        }
      }
      seen.added += added.size
      if (unhandled.length > 0) throw new Error(`Unhandled: ${unhandled.map(String).join()}`)
    })
    const given = process.env.TRIAL_SEED
    try {
      await fc.assert(property, {
        numRuns: TRIALS / AT_A_TIME,
        endOnFailure: true,
        ...(given && { seed: Number(given) }),
      })
      // What the trials are about is reached. On a busy machine, few calls get their response in time.
      while (Object.values(seen).includes(0)) await fc.assert(property, { numRuns: 1 })
    } finally {
      process.off('unhandledRejection', note)
    }
    // Not with expect.poll, which has a timer of its own.
    for (let tries = 0; tries < 1_000 && timers() > before; tries++) await pause(20)
    expect(timers()).toBeLessThanOrEqual(before)
  },
  900_000,
)
