// How many plants a server takes in a second, over 32 connections that stay open.
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../harness/shell.ts'
import { bare, type Command, others, ours } from './commands.ts'
import { FIRST_ID, type Load, loadGenerator, type Sent } from './load.ts'
import { install } from './peers.ts'
import { pinning } from './processes.ts'
import { type Findings, measure } from './report.ts'
import { inProcesses, pick, rounds, type Samples } from './rounds.ts'
import { sameChecks } from './same-checks.ts'
import { type Serving, serve } from './serving.ts'

const BARE = 'bare node:http'
const QUIET = 'plant-store-mock --quiet'
const LOG = 'plant-store-mock, its log to a file'
const JSON_LOG = 'plant-store-mock --json, its log to a file'
const LIMIT = 'a socket that answers blindly'

/** Milliseconds until the code is compiled; when quick, it is not. */
const warmUp = (quick: boolean) => (quick ? 300 : 2_500)

export async function mock(quick: boolean): Promise<Findings> {
  const versions = await install('mocks')
  const commands: Record<string, Command> = {
    [BARE]: bare,
    [QUIET]: ours('--quiet'),
    [LOG]: ours(),
    [JSON_LOG]: ours('--json'),
    ...others,
    [LIMIT]: port => [process.execPath, join(import.meta.dirname, 'nothing.js'), `${port}`],
  }
  const processes = quick ? 1 : 4
  const samples = await inProcesses(processes, () => withServers(commands, quick))
  return {
    versions,
    measures: [
      measure({
        what: 'Requests per second',
        unit: '/s',
        baseline: BARE,
        samples: pick(samples, ({ perSecond }) => perSecond),
        budgets: [
          { side: QUIET, against: BARE, atLeast: 0.6 },
          { side: LOG, against: BARE, atLeast: 0.5 },
          ...Object.keys(others).map(against => ({ side: QUIET, against, atLeast: 1 })),
        ],
      }),
    ],
    notes: [
      pinning,
      `Each server is started ${processes} times, since one process of it is not as fast as the next, ` +
        `and sent requests for ${warmUp(quick) / 1_000} s before the first round.`,
      'The output of a server is discarded, unless its log goes to a file. All are sent the same plant, which each accepts. ' +
        'The bare server and the mock refuse the same requests; the others do not.',
      'openapi-backend is given the description without its license, whose `identifier` it refuses.',
    ],
  }
}

/** One process for each server and one for the load. */
async function withServers(
  commands: Record<string, Command>,
  quick: boolean,
): Promise<Samples<Sent>> {
  const generator = loadGenerator()
  const servers: Serving[] = []
  const folder = await freshFolder()
  try {
    let from = FIRST_ID
    const load = async ({ port }: Serving, ms: number) => {
      const sent = await generator.ask<Sent>({ port, from, ms } satisfies Load)
      from += sent.requests
      return sent
    }
    const sides: Record<string, () => Promise<Sent>> = {}
    for (const [name, command] of Object.entries(commands)) {
      const hasLog = name === LOG || name === JSON_LOG
      const log = hasLog ? openSync(join(folder, name), 'w') : undefined
      const server = await serve(command, log)
      servers.push(server)
      sides[name] = () => load(server, 300)
    }
    const [one, other] = servers // the bare server and the mock
    if (one && other) await sameChecks(one.port, other.port)
    for (const server of servers) await load(server, warmUp(quick))
    return await rounds(quick ? 2 : 10, sides)
  } finally {
    generator.stop()
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}
