// A command that forwards to another one, each in a process of its own. The other one is the reference: it has random
// faults, and its journal must have what was forwarded, and nothing else.
import { Command } from './command.ts'
import { Finding, type Recorded, short, trialOf } from './judge.ts'

export class ForwardingCommand extends Command {
  readonly #service: Command
  /** Counts the calls, so that some of them go to the service. */
  #calls = 0

  constructor(bin: string, service: Command) {
    super(bin, '--json', '--forward', service.url)
    this.#service = service
  }

  /** Schedules every other failure at the service, and sets there what only the service decides. */
  override async control<T>(method: string, route: string, body?: unknown): Promise<T> {
    if (route === '/reset' || (method === 'DELETE' && route === '/failures'))
      await this.#service.control(method, route)
    if (route === '/settings') {
      const { latency, failureRate, ...policies } = body as Record<string, unknown>
      await this.#service.control(method, route, { ...policies, failureRate })
      return await super.control(method, route, { latency })
    }
    const isFault = method === 'POST' && route === '/failures' && this.#calls++ % 2 === 0
    // Nobody would end the silence of the service.
    if (isFault && Object(body).failure !== 'no-answer')
      return await this.#service.control(method, route, body)
    return await super.control(method, route, body)
  }

  override takeLines(): string[] {
    this.#service.takeLines()
    return super.takeLines()
  }

  override get problem(): string | undefined {
    return super.problem ?? this.#service.problem
  }

  /** Compares the journal of the service with what the records say was forwarded. */
  override async compare(
    first: number,
    records: readonly Recorded[],
    wasReset: boolean,
  ): Promise<void> {
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

  override async untilClosed(): Promise<void> {
    await Promise.all([super.untilClosed(), this.#service.untilClosed()])
  }

  override async stop(): Promise<void> {
    await Promise.all([super.stop(), this.#service.stop()])
  }
}

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
