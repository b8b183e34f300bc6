// Compares requests that go to one session with requests that go to 100 sessions in turn.
import { ours } from './commands.ts'
import { FIRST_ID, type Load, loadGenerator, type Sent } from './load.ts'
import { install } from './peers.ts'
import { type Findings, measure } from './report.ts'
import { inProcesses, pick, rounds, type Samples } from './rounds.ts'
import { serve } from './serving.ts'

const ONE = 'one session'

const SIDES: Record<string, Pick<Load, 'sessions'>> = {
  'the default session': {},
  [ONE]: { sessions: 1 },
  '100 sessions in turn': { sessions: 100 },
}

export async function sessions(quick: boolean): Promise<Findings> {
  const versions = await install('mocks')
  const samples = await inProcesses(quick ? 1 : 4, () => throughput(quick))
  return {
    versions,
    measures: [
      measure({
        what: 'Requests per second',
        unit: '/s',
        baseline: ONE,
        samples: pick(samples, ({ perSecond }) => perSecond),
      }),
    ],
  }
}

async function throughput(quick: boolean): Promise<Samples<Sent>> {
  const server = await serve(ours('--quiet'))
  const generator = loadGenerator()
  let from = FIRST_ID
  const load = async (side: Pick<Load, 'sessions'>, ms: number) => {
    const sent = await generator.ask<Sent>({ port: server.port, from, ms, ...side } satisfies Load)
    from += sent.requests
    return sent
  }
  try {
    for (const side of Object.values(SIDES)) await load(side, quick ? 300 : 2_500)
    const sides = Object.entries(SIDES).map(([name, side]) => [name, () => load(side, 300)])
    return await rounds(quick ? 2 : 20, Object.fromEntries(sides))
  } finally {
    generator.stop()
    await server.stop()
  }
}
