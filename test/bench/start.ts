// How soon a mock responds, how much memory it takes, and whether the millionth plant costs more.
import { answerTo } from './ask.ts'
import { bare, type Command, others, ours } from './commands.ts'
import { LIMITS } from './limits.ts'
import { FIRST_ID, type Load, loadGenerator, type Sent } from './load.ts'
import { install } from './peers.ts'
import { pinning, residentKilobytes } from './processes.ts'
import { type Findings, measure } from './report.ts'
import { pick, rounds, spread } from './rounds.ts'
import { serve } from './serving.ts'

const BARE = 'bare node:http'
const OURS = 'plant-store-mock'

/** Starts a server, and measures its memory a moment after the first response. */
async function startOnce(command: Command): Promise<{ ms: number; megabytes: number }> {
  const server = await serve(command)
  try {
    await new Promise(resolve => setTimeout(resolve, 300))
    return { ms: server.startedIn, megabytes: residentKilobytes(server.process) / 1_000 }
  } finally {
    await server.stop()
  }
}

const PART = 10_000
const PARTS = 5

/** Milliseconds for a first and for a last part of many plants. */
interface Gathered {
  first: number
  last: number
}

/** Adds plants whose ids must all differ, to a mock whose code is compiled but whose store is empty. */
async function gather(count: number): Promise<Gathered> {
  const server = await serve(ours(['--quiet', '--duplicate-ids', 'reject']))
  const generator = loadGenerator()
  try {
    const { port } = server
    let from = FIRST_ID
    const add = async (requests: number) => {
      const { ms } = await generator.ask<Sent>({ port, from, requests } satisfies Load)
      from += requests
      return ms
    }
    const several = async (part: () => Promise<number>) => {
      const all: number[] = []
      while (all.length < PARTS) all.push(await part())
      return spread(all).median
    }
    await add(20 * PART) // until the code is compiled
    const first = await several(async () => {
      await reset(port)
      return add(PART)
    })
    await add(count - (PARTS + 1) * PART)
    const last = await several(() => add(PART))
    return { first, last }
  } finally {
    generator.stop()
    await server.stop()
  }
}

async function reset(port: number): Promise<void> {
  const { status } = await answerTo(port, { path: '/__mock/reset', body: '{}' })
  if (status !== 200) throw new Error(`The reset was answered with ${status}`)
}

export async function start(quick: boolean): Promise<Findings> {
  const versions = await install('mocks')
  const commands = { [BARE]: bare, [OURS]: ours(), ...others }
  const starts = Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [name, () => startOnce(command)]),
  )
  await rounds(1, starts) // until the files are cached
  const started = await rounds(quick ? 2 : 21, starts)

  const plants = quick ? 100_000 : 1_000_000
  const gathered: Gathered[] = []
  for (let round = 0; round < (quick ? 1 : 5); round++) gathered.push(await gather(plants))
  const many = plants.toLocaleString('en')
  const [first, last] = [`first ${PART.toLocaleString('en')}`, `last ${PART.toLocaleString('en')}`]
  return {
    versions,
    measures: [
      measure({
        what: 'Time from spawn to the first response',
        unit: 'ms',
        baseline: BARE,
        samples: pick(started, ({ ms }) => ms),
        budgets: [{ side: OURS, against: BARE, atMost: LIMITS.start }],
      }),
      measure({
        what: 'Resident memory after the first response',
        unit: 'MB',
        baseline: BARE,
        samples: pick(started, ({ megabytes }) => megabytes),
      }),
      measure({
        what: `A plant among ${many}, duplicate ids rejected`,
        unit: 'µs',
        baseline: first,
        samples: {
          [first]: gathered.map(({ first }) => (first / PART) * 1_000),
          [last]: gathered.map(({ last }) => (last / PART) * 1_000),
        },
        budgets: [{ side: last, against: first, atMost: LIMITS.lastPlant }],
      }),
    ],
    notes: [
      pinning,
      `The first and the last are medians of ${PARTS} parts of ${PART.toLocaleString('en')} in each round. ` +
        'The mock is reset before each first part; the last parts follow each other.',
      'The last plant should cost what the first did. The limit leaves a tenth for noise.',
    ],
  }
}
