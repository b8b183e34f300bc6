// One trial of the command: steps, each of which is compared with the records before the next one.
import { setTimeout as pause } from 'node:timers/promises'
import { expectedPlant } from '../../harness/expected-plant.ts'
import type { Connection, Step } from './arbitraries.ts'
import type { Client, Written } from './client.ts'
import type { Command } from './command.ts'
import { Finding, judge, type Recorded, readLines, short, trialOf } from './judge.ts'

/** How many callers are there at a time. */
const AT_A_TIME = 24

/** What must come has come by then, however busy the machine is. */
const PATIENCE_MS = 20_000

/** More plants than that are removed: they may be there, but not in so small a process. */
const MAX_PLANT_CHARS = 2 ** 25

/** More plants than that are only counted. */
const MAX_LISTED_CHARS = 2 ** 22

let nextTrial = 1

/** How many requests were sent. */
export const sentSoFar = (): number => nextTrial - 1

/** Runs the steps in a mock without plants. Throws a `Finding`. */
export async function runTrial(command: Command, steps: readonly Step[]): Promise<void> {
  const trial = new Trial(command)
  await trial.reset()
  for (const step of steps) {
    const all = step.connections.flatMap(one => Array<Connection>(step.times).fill(one))
    for (let start = 0; start < all.length; start += AT_A_TIME)
      await trial.step({ ...step, connections: all.slice(start, start + AT_A_TIME) })
  }
  await command.untilClosed()
}

class Trial {
  readonly #command: Command
  #plants = 0
  #plantChars = 0

  constructor(command: Command) {
    this.#command = command
  }

  async reset(): Promise<void> {
    await this.#command.control('POST', '/reset')
    this.#plants = 0
    this.#plantChars = 0
  }

  async step(step: Step): Promise<void> {
    try {
      await this.#step(step)
    } catch (error) {
      // A process that runs out of memory ends some time after its connections.
      for (let waited = 0; waited < 3_000 && !(error instanceof Finding); waited += 50) {
        if (this.#command.problem !== undefined) break
        await pause(50)
      }
      throw this.#command.problem === undefined ? error : new Finding(this.#command.problem)
    }
    if (this.#command.problem !== undefined) throw new Finding(this.#command.problem)
  }

  async #step({ before, connections, during, release }: Step): Promise<void> {
    if (this.#plantChars > MAX_PLANT_CHARS) await this.reset()
    await this.#apply(before)
    this.#command.takeLines()
    const first = nextTrial
    const callers = connections.map(connection => {
      const caller = this.#command.open(connection, nextTrial)
      nextTrial += connection.requests.length
      return caller
    })
    const running = Promise.all(callers.map(caller => caller.run()))
    await this.#apply(during)
    await this.#untilDone(running, callers, first, release)
    await this.#compare(callers, first, isReset(during))
  }

  async #apply(calls: Step['before']): Promise<void> {
    for (const [method, route, body] of calls) {
      await this.#command.control(method, route, body)
    }
    if (isReset(calls)) this.#plants = 0
  }

  /** Waits for the clients. Lets held requests go, and tells callers to leave that get no answer. */
  async #untilDone(
    running: Promise<unknown>,
    callers: Client[],
    first: number,
    release: unknown,
  ): Promise<void> {
    let isDone = false
    running.then(() => {
      isDone = true
    })
    for (let waited = 0; ; waited += 20) {
      await Promise.race([running, pause(20)])
      if (isDone || this.#command.problem !== undefined) return
      await this.#releaseAll(release)
      if (waited === 0) continue
      const journal = await this.#journal(first)
      const waiting = callers.filter(({ isClosed }) => !isClosed)
      const silenced = waiting.filter(({ written }) =>
        written.some(({ trial }) => journal.get(trial)?.failure === 'no-answer'),
      )
      for (const caller of silenced) caller.leave()
      if (waited < PATIENCE_MS || silenced.length === waiting.length) continue
      const [{ written = [], responses = [] } = {}] = waiting
      const records = written.map(({ trial }) => journal.get(trial))
      for (const caller of waiting) caller.leave()
      throw new Finding(`A client still waits: ${short(JSON.stringify({ responses, records }))}`)
    }
  }

  async #releaseAll(failure: unknown): Promise<void> {
    for (const { id } of await this.#command.control<{ id: string }[]>('GET', '/holds'))
      await this.#command.control('POST', `/holds/${id}/release`, { failure }).catch(() => {
        // Its client has left in the meantime.
      })
  }

  async #journal(first: number): Promise<Map<number, Recorded>> {
    const last = nextTrial - first + 100 // those that a step before has left
    const requests = await this.#command.control<Recorded[]>('GET', `/requests?last=${last}`)
    const own = requests.map(request => [trialOf(request.url), request] as const)
    return new Map(own.filter(([trial]) => trial >= first))
  }

  async #compare(callers: readonly Client[], first: number, wasReset: boolean): Promise<void> {
    const lines: string[] = []
    for (const start = Date.now(); ; await pause(10)) {
      const journal = await this.#journal(first)
      lines.push(...this.#command.takeLines())
      const hasAllLines = !lines.some(line => OMITTED.test(line))
      try {
        const records = { journal, lines: readLines(lines), hasAllLines, wasReset }
        for (const caller of callers) judge(caller, records)
        await this.#command.compare?.(first, [...journal.values()], wasReset)
        return await this.#comparePlants(callers, journal)
      } catch (error) {
        const isEarly = error instanceof Finding && error.isEarly
        if (!isEarly || Date.now() - start > PATIENCE_MS / 10) throw error
      }
    }
  }

  /** The plants are exactly those of the recorded successes that no failure has made. */
  async #comparePlants(
    callers: readonly Client[],
    journal: ReadonlyMap<number, Recorded>,
  ): Promise<void> {
    const added: string[] = []
    for (const { written } of callers)
      for (const one of written) if (isAdded(journal.get(one.trial), one)) added.push(plantOf(one))
    const { plants } = await this.#command.control<{ plants: number }>('GET', '/health')
    if (plants !== this.#plants + added.length)
      throw new Finding(
        `${plants} plants are there, ${this.#plants + added.length} were added`,
        true,
      )
    const chars = added.reduce((sum, plant) => sum + plant.length, 0)
    if (added.length > 0 && chars < MAX_LISTED_CHARS) {
      const listed = await this.#command.control<object[]>('GET', `/plants?last=${added.length}`)
      const there = listed.map(toText)
      if (there.sort().join() !== added.sort().join())
        throw new Finding(short(`Other plants are there than were added: ${there} | ${added}`))
    }
    this.#plants += added.length
    this.#plantChars += chars
  }
}

const isReset = (calls: Step['before']) => calls.some(([, route]) => route === '/reset')

/** Says that nobody read fast enough. */
const OMITTED = /^\(\d+ lines were left out|^\{"omitted":/

function isAdded(record: Recorded | undefined, { body }: Written): boolean {
  if (record?.status === undefined)
    return record?.reason?.endsWith('after its plant was added') === true
  const isSuccess = record.status === 200 && record.failure === undefined
  if (!isSuccess || !record.forwarded) return isSuccess
  // A service may answer so to what is not a plant, or to one whose other fields are nested too deeply to be read.
  const isRead = record.body !== undefined || record.omitted !== undefined
  return isRead && body !== undefined && expectedPlant(body) !== undefined
}

function plantOf({ body, sent }: Written): string {
  const plant = body && expectedPlant(body)
  if (!plant) throw new Finding(`What was added is not a plant: ${short(JSON.stringify(sent))}`)
  return toText(plant)
}

/** Ids are compared as doubles, since the list is read with JSON.parse. */
const toText = (plant: { id?: unknown; name?: unknown; tag?: unknown }) =>
  JSON.stringify([Number(plant.id), plant.name, plant.tag])
