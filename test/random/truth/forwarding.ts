// A command that forwards to another one, each in a process of its own. The other one is the reference: it has random
// faults, and its journal must have what was forwarded, and nothing else.
import { type Connection, TOKEN } from './arbitraries.ts'
import type { Client } from './client.ts'
import { Command } from './command.ts'
import { Finding, type Recorded, short, trialOf } from './judge.ts'
import type { Asked, Target } from './target.ts'

export class ForwardingCommand implements Target {
  readonly #front: Command
  readonly #service: Command
  /** Counts the calls, so that some of them go to the service. */
  #calls = 0

  private constructor(front: Command, service: Command) {
    this.#front = front
    this.#service = service
  }

  static async start(bin: string): Promise<ForwardingCommand> {
    const service = await Command.start(bin, 'json')
    const front = await Command.start(bin, 'json', ['--forward', service.url])
    return new ForwardingCommand(front, service)
  }

  open(connection: Connection, firstTrial: number): Client[] {
    return this.#front.open(connection, firstTrial)
  }

  ask(request: Asked): Promise<unknown> {
    return this.#front.ask(request)
  }

  /** Schedules every other failure at the service, and sets there what only the service decides. */
  async control<T>(method: string, route: string, body?: unknown, session?: string): Promise<T> {
    // A session has no seeds here: its plant is sent.
    if (session !== undefined && route === '/plants')
      return (await this.ask(addition(session, body))) as T
    if (session !== undefined) return await this.#front.control(method, route, body, session)
    if (route === '/reset' || (method === 'DELETE' && route === '/failures'))
      await this.#service.control(method, route)
    if (route === '/settings') {
      const { latency, failureRate, ...policies } = body as Record<string, unknown>
      await this.#service.control(method, route, { ...policies, failureRate })
      return await this.#front.control(method, route, { latency })
    }
    const isFault = method === 'POST' && route === '/failures' && this.#calls++ % 2 === 0
    // Nobody would end the silence of the service.
    if (isFault && Object(body).failure !== 'no-answer')
      return await this.#service.control(method, route, body)
    return await this.#front.control(method, route, body)
  }

  takeLines(): string[] {
    this.#service.takeLines()
    return this.#front.takeLines()
  }

  get problem(): string | undefined {
    return this.#front.problem ?? this.#service.problem
  }

  /** Compares the journal of the service with what the records say was forwarded. */
  async compare(first: number, records: readonly Recorded[], wasReset: boolean): Promise<void> {
    const received = new Map<number, Recorded[]>()
    for (const request of await this.#service.control<Recorded[]>('GET', '/requests')) {
      const trial = trialOf(request.url)
      if (trial >= first) received.set(trial, [...(received.get(trial) ?? []), request])
    }
    const forwarded = records.filter(record => record.forwarded)
    for (const record of forwarded) {
      const [there, another] = received.get(trialOf(record.url)) ?? []
      const about = (text: string) =>
        new Finding(`${text}: ${short(JSON.stringify({ record, there, another }))}`, true)
      if (another) throw about('The service received a request twice')
      if (there) checkSame(record, there, about)
      // A request that was ended may not have arrived, and a reset empties the journal of the service.
      else if (record.status !== undefined && !wasReset) throw about('It was not forwarded')
      received.delete(trialOf(record.url))
    }
    const [[unknown] = []] = received.values()
    if (unknown && !wasReset)
      throw new Finding(
        `It was forwarded, and no record says so: ${short(JSON.stringify(unknown))}`,
        true,
      )
  }

  async stop(): Promise<void> {
    await Promise.all([this.#front.stop(), this.#service.stop()])
  }
}

const addition = (session: string, body: unknown): Asked => ({
  method: 'POST',
  path: `/~${session}/plants`,
  headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  body: JSON.stringify((body as object[])[0]),
})

function checkSame(front: Recorded, service: Recorded, about: (text: string) => Finding): void {
  if (front.text !== service.text) throw about('The service received another body')
  if (front.status === undefined || front.inFlight) return
  if (front.status === service.status && service.failure !== 'cut-short') {
    if (front.response?.text !== service.response?.text) throw about('Another response came back')
    return
  }
  const isWhole = service.status !== undefined && service.failure !== 'cut-short'
  if (isWhole || front.status !== 502) throw about('Another status came back')
}
