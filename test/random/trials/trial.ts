import { type AddPlantOptions, type AddPlantResult, PlantStoreClient } from 'plant-store-client'
import { startMockServer } from 'plant-store-client/mock/server'
import { endsWithCall, fetches, refusedAt } from './fetches.ts'
import { leavesNothing, middlewares } from './middlewares.ts'
import { named } from './named.ts'
import { onOwnPort } from './ports.ts'
import type { Scenario } from './scenario.ts'
import { type Added, type Service, startService } from './service.ts'
import { signals, type TrialSignal } from './signals.ts'
import { tokens } from './tokens.ts'
import { type Caller, caller, TOKEN, tokenOfCaller } from './users.ts'

/** The result of a call, or what it was rejected with. */
type Outcome = { id: number } & ({ result: AddPlantResult } | { rejection: unknown })

/** Calls of one client that have ended, and what is needed to judge them. */
export interface Trial {
  scenario: Scenario
  outcomes: Outcome[]
  service: Service
  signal: TrialSignal
  /** What the call's listener threw where the signal fired. */
  thrown: unknown
}

/** `isForwarded` puts a mock in front of the service, which forwards to it. */
export async function runTrial(
  nextId: () => number,
  scenario: Scenario,
  added: Added,
  isForwarded: boolean,
): Promise<Trial> {
  const { plan, listener, host, wait, timeout, maxRetries, retryAmbiguous, others } = scenario
  const first: Caller = { id: nextId(), user: 0 }
  const callers = [first, ...others.map(({ user }): Caller => ({ id: nextId(), user }))]
  const real = await startService(plan, listener, wait, added, callers)
  const service = isForwarded ? await putMockBefore(real) : real
  const surroundings = { port: service.port, wait }
  const client = new PlantStoreClient({
    baseUrl: `http://${host}:${service.port}`,
    accessToken: named(tokens, scenario.token)(surroundings),
    fetch: named(fetches, scenario.fetch)(surroundings),
    middleware: scenario.middleware.map(name => named(middlewares, name)(surroundings)),
  })
  const signal = named(signals, scenario.signal).make()
  // Below zero before the call, and with a reason that speaks of a connection at this address.
  let thrown: unknown
  const abort = () => {
    try {
      signal.abort(refusedAt(service.port))
    } catch (error) {
      thrown = error
    }
  }
  const timer = scenario.abortAfter < 0 ? undefined : setTimeout(abort, scenario.abortAfter)
  if (!timer) abort()
  const name = scenario.validPlant ? 'Monstera' : (7 as never)
  const add = (one: Caller, options: AddPlantOptions): Promise<Outcome> =>
    caller.run(one, () =>
      client.addPlant({ id: one.id, name }, { maxRetries, retryAmbiguous, ...options }).then(
        result => ({ id: one.id, result }),
        (rejection: unknown) => ({ id: one.id, rejection }),
      ),
    )
  const outcomes = await Promise.all([
    add(first, { signal: signal.signal, timeout }),
    ...others.map(({ ownToken, timeout }, index) =>
      add(callers[index + 1] as Caller, {
        timeout,
        ...(ownToken && { accessToken: () => tokenOfCaller() }),
      }),
    ),
  ])
  clearTimeout(timer)
  return { scenario, outcomes, service, signal, thrown }
}

async function putMockBefore(service: Service): Promise<Service> {
  const forward = `http://127.0.0.1:${service.port}`
  const mock = await onOwnPort(port => startMockServer({ port, forward }))
  return {
    port: mock.port,
    foreign: service.foreign,
    busy: () => service.busy(),
    async close() {
      await mock.close()
      await service.close()
    },
  }
}

/** Whether the end of the call is to end every connection that it made. */
export const endsConnections = ({ scenario: { fetch, middleware } }: Trial): boolean =>
  endsWithCall.has(fetch) && middleware.every(leavesNothing)

const KINDS = [
  'api',
  'unexpected-response',
  'network',
  'timeout',
  'aborted',
  'invalid-request',
  'access-token',
  'middleware',
]

/** What is wrong with a trial, once nothing more can be added; undefined where all holds. */
export function judge(trial: Trial, added: Added): string | undefined {
  const { scenario, outcomes, service, signal, thrown } = trial
  if (thrown !== undefined) return `its listener threw ${String(thrown)}`
  if (signal.listeners() > 0) return `${signal.listeners()} listeners are left`
  const [foreign] = service.foreign
  if (foreign) return `it sent ${foreign}`
  return outcomes.map(outcome => judgeCall(outcome, scenario, added)).find(Boolean)
}

function judgeCall(outcome: Outcome, scenario: Scenario, added: Added): string | undefined {
  const { client, middleware } = added.get(outcome.id) ?? { client: 0, middleware: 0 }
  const plants = client + middleware
  if ('rejection' in outcome) return `it was rejected with ${String(outcome.rejection)}`
  if (client > 1 && !scenario.retryAmbiguous) return `the client added ${client} plants`
  const { ok, error } = outcome.result
  if (ok) return plants > 0 ? undefined : 'ok, though none was added'
  if (!KINDS.includes(error.kind)) return `the kind is ${error.kind}`
  if (typeof error.mayHaveBeenAdded !== 'boolean') return 'it says nothing of mayHaveBeenAdded'
  if (!error.mayHaveBeenAdded && plants > 0) return `${error.kind}: "not added", but ${plants} were`
  if (error.mayHaveBeenAdded && error.message.includes('was not sent'))
    return '"was not sent" together with mayHaveBeenAdded: true'
  if (error.message.includes(TOKEN)) return 'the token shows'
  return undefined
}
