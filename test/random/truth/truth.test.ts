// Random clients against the command, with its log on and a small heap: it lives, and its records are what happened.
// A failure prints the seed and the shrunk steps.
//
// `npm run test:all -- truth` sends a million requests, to the packed command. TRUTH_COUNT asks for another number,
// TRUTH_SEED for the trials of an earlier run.
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { unpacked } from '../../package/unpacked.ts'
import { CLASSES, steps, TOKEN } from './arbitraries.ts'
import { Command } from './command.ts'
import { ForwardingCommand } from './forwarding.ts'
import { runTrial, sentSoFar } from './trial.ts'

const isLong = process.env.MODE === 'long'
const REQUESTS = Number(process.env.TRUTH_COUNT ?? (isLong ? 1_000_000 : 5_000))
// The short run is the same for everybody; the long one is new each time.
const SEED = Number(process.env.TRUTH_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 3))

if (process.platform !== 'linux') console.log('truth: only Linux tells how much memory it takes')

const MAX_SHRINKING_MS = 60_000

const BIN = 'dist/mock/plant-store-mock.js'
const findBin = async () => (isLong ? join((await unpacked()).home, BIN) : BIN)

/** Commands, which live from one trial to the next, until a trial finds something. */
const commands = new Map<string, Command>()
afterAll(async () => {
  for (const command of commands.values()) await command.stop()
})

const accepts = ['--token', TOKEN]

const start = {
  text: async () => new Command(await findBin(), ...accepts).started(),
  json: async () => new Command(await findBin(), '--json', ...accepts).started(),
  forward: async () => new ForwardingCommand(await findBin(), await start.json()).started(),
}

async function tryCommand(
  name: keyof typeof start,
  trial: Parameters<typeof runTrial>[1],
): Promise<void> {
  const command: Command = commands.get(name) ?? (await start[name]())
  commands.set(name, command)
  try {
    await runTrial(command, trial)
  } catch (error) {
    commands.delete(name)
    await command.stop()
    throw error
  }
}

/** Sends that share of the requests to those commands. */
async function sendTo(names: (keyof typeof start)[], share: number): Promise<void> {
  const trial = fc
    .tuple(fc.constantFrom(...names), fc.subarray([...CLASSES], { minLength: 1 }))
    .chain(([name, uses]) => fc.record({ name: fc.constant(name), steps: steps(uses, 30) }))
  let shrinksUntil = Infinity
  const property = fc.asyncProperty(trial, async ({ name, steps }) => {
    // Not fast-check's time limit, which would leave a trial running next to the following one.
    if (Date.now() > shrinksUntil) return
    try {
      await tryCommand(name, steps)
    } catch (error) {
      shrinksUntil = Math.min(shrinksUntil, Date.now() + MAX_SHRINKING_MS)
      throw error
    }
  })
  const first = sentSoFar()
  for (let seed = SEED; sentSoFar() - first < REQUESTS * share; seed++) {
    console.log(`truth: TRUTH_SEED=${seed}, after ${sentSoFar() - first} requests`)
    await fc.assert(property, { seed, numRuns: 10 })
  }
  expect(sentSoFar() - first).toBeGreaterThanOrEqual(REQUESTS * share)
}

test(`the command: the records of ${REQUESTS} random requests are what happened`, async () => {
  await sendTo(['text', 'json'], 0.85)
}, 7_200_000)

test('a command that forwards to another: its records are what happened, and what the other received', async () => {
  await sendTo(['forward'], 0.15)
}, 7_200_000)
