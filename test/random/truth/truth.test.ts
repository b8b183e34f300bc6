// Random clients against the command, with its log on and a small heap, and against the mock in process:
// it lives, and its records are what happened. A failure prints the seed and the shrunk steps.
//
// `npm run test:all -- truth` sends a million requests, to the packed command. TRUTH_COUNT asks for
// another number, TRUTH_SEED for the trials of an earlier run, TRUTH_ONLY for some classes of input, as in
// TRUTH_ONLY=bodies,big. TRUTH_KNOWN is a pattern of findings to pass over, since they hide others.
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { unpacked } from '../../package/unpacked.ts'
import { CLASSES, type Class, steps, type Text } from './arbitraries.ts'
import { Command } from './command.ts'
import { FetchTarget, HandlersTarget } from './in-process.ts'
import type { Target } from './target.ts'
import { knownSoFar, runTrial, sentSoFar } from './trial.ts'

const isLong = process.env.MODE === 'long'
const REQUESTS = Number(process.env.TRUTH_COUNT ?? (isLong ? 1_000_000 : 5_000))
// The short run is the same for everybody; the long one is new each time.
const SEED = Number(process.env.TRUTH_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 3))
const ONLY = process.env.TRUTH_ONLY?.split(',') as Class[] | undefined

if (process.platform !== 'linux') console.log('truth: only Linux tells how much memory it takes')

const MAX_SHRINKING_MS = 60_000

const BIN = 'dist/mock/plant-store-mock.js'
let bin = BIN

interface Stoppable {
  stop?(): Promise<void>
}

/** Targets, which live from one trial to the next, until a trial finds something. */
const targets = new Map<string, Target & Stoppable>()
afterAll(async () => {
  for (const target of targets.values()) await target.stop?.()
})

const start: Record<string, () => Target | Promise<Target>> = {
  text: () => Command.start(bin, 'text'),
  json: () => Command.start(bin, 'json'),
  fetch: () => new FetchTarget(),
  handlers: () => HandlersTarget.start(),
}

async function tryTarget(name: string, trial: Parameters<typeof runTrial>[1]): Promise<void> {
  const target: (Target & Stoppable) | undefined = targets.get(name) ?? (await start[name]?.())
  if (!target) throw new Error(`There is no target ${name}`)
  targets.set(name, target)
  try {
    await runTrial(target, trial)
  } catch (error) {
    targets.delete(name)
    await target.stop?.()
    throw error
  }
}

/** Prints the shrunk case without what is usual. */
function reporter<T>(details: fc.RunDetails<T>): void {
  const { failed, seed, counterexamplePath, counterexample, errorInstance } = details
  if (!failed) return
  const found = JSON.stringify(counterexample, (name, part) => {
    if (JSON.stringify(part) === USUAL[name]) return undefined
    return isText(part) ? describeText(part) : part
  })
  const text = `TRUTH_SEED=${seed}, path ${counterexamplePath}, after ${sentSoFar()} requests`
  throw new Error(`${text}\n${errorInstance}\n${found}`)
}

const isText = (part: unknown): part is Text =>
  Array.isArray(part) && part.length > 0 && part.every(one => typeof one?.[1] === 'number')

const describeText = (text: Text) =>
  text.map(([part, times]) => (times === 1 ? part : `(${part})×${times} `)).join('')

const USUAL: Record<string, string> = {
  method: '"POST"',
  path: '[["/plants",1]]',
  version: '"1.1"',
  headers: '[]',
  tinyHeaders: '0',
  framing: '{"wrongBy":0}',
  isPipelined: 'false',
  writes: '1',
  ending: '"wait"',
  before: '[]',
  during: '[]',
  strangers: '[]',
  times: '1',
}

/** Sends that share of the requests to those targets. */
async function sendTo(names: string[], unused: Class[], share: number): Promise<void> {
  const classes = (ONLY ?? CLASSES).filter(name => !unused.includes(name))
  const chosen = fc.subarray(classes, { minLength: ONLY ? classes.length : 1 })
  const trial = fc
    .tuple(fc.constantFrom(...names), chosen)
    .chain(([target, uses]) => fc.record({ target: fc.constant(target), steps: steps(uses, 30) }))
  let shrinksUntil = Infinity
  const property = fc.asyncProperty(trial, async ({ target, steps }) => {
    // Not fast-check's time limit, which would leave a trial running next to the following one.
    if (Date.now() > shrinksUntil) return
    try {
      await tryTarget(target, steps)
    } catch (error) {
      shrinksUntil = Math.min(shrinksUntil, Date.now() + MAX_SHRINKING_MS)
      throw error
    }
  })
  const first = sentSoFar()
  for (let seed = SEED; sentSoFar() - first < REQUESTS * share; seed++) {
    console.log(`truth: seed ${seed}, after ${sentSoFar() - first} requests`)
    try {
      await fc.assert(property, {
        seed,
        numRuns: 10,
        endOnFailure: !!process.env.TRUTH_NOSHRINK,
        reporter,
      })
    } finally {
      if (knownSoFar.size > 0) console.log('truth: known findings', knownSoFar)
    }
  }
  expect(sentSoFar() - first).toBeGreaterThanOrEqual(REQUESTS * share)
}

test(`the command: the records of ${REQUESTS} random requests are what happened`, async () => {
  if (isLong) bin = join((await unpacked()).home, BIN)
  await sendTo(['text', 'json'], ['handlers'], 0.8)
}, 7_200_000)

test('the fetch handler: its records are what happened', async () => {
  await sendTo(['fetch'], ['handlers'], 0.1)
}, 7_200_000)

test('a server with msw handlers: its records are what was sent', async () => {
  await sendTo(['handlers'], [], 0.1)
}, 7_200_000)
