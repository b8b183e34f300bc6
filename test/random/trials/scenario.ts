import fc from 'fast-check'
import { fetches } from './fetches.ts'
import { middlewares } from './middlewares.ts'
import { type Named, named } from './named.ts'
import { behaviours, type Listener } from './service.ts'
import { signals } from './signals.ts'
import { tokens } from './tokens.ts'

/** One call and its surroundings, as plain data that a failure prints. */
export interface Scenario {
  plan: string[]
  listener: Listener
  host: '127.0.0.1' | 'localhost'
  /** Milliseconds of whatever is slow here. */
  wait: number
  fetch: string
  middleware: string[]
  token: string
  signal: string
  /** Milliseconds until the caller aborts. */
  abortAfter: number
  timeout: number
  maxRetries: number
  retryAmbiguous: boolean
  validPlant: boolean
  /** Other calls of the same client, at the same time. */
  others: { user: number; ownToken: boolean; timeout: number }[]
}

const one = (all: Named<unknown>) => fc.constantFrom(...Object.keys(all))
/** The usual value three times as often as another, so that odd values come together with working ones. */
const mostly = <Value>(usual: Value, others: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others })
const works = fc.constantFrom('add', 'addSlowly', 'addAfterInterim', 'addAndDribble')

const anything: fc.Arbitrary<Scenario> = fc.record({
  plan: fc.array(fc.oneof(one(behaviours), works), { minLength: 1, maxLength: 4 }),
  listener: mostly<Listener>('stays', fc.constantFrom('absent', 'comes', 'goes')),
  host: fc.constantFrom('127.0.0.1', 'localhost'),
  wait: fc.integer({ min: 0, max: 40 }),
  fetch: mostly('none', one(fetches)),
  middleware: fc.oneof(fc.constant<string[]>([]), fc.array(one(middlewares), { maxLength: 3 })),
  token: mostly('text', one(tokens)),
  signal: mostly('none', one(signals)),
  abortAfter: fc.integer({ min: -5, max: 150 }),
  timeout: fc.constantFrom(30, 150, 300, 5_000),
  maxRetries: fc.integer({ min: 0, max: 3 }),
  retryAmbiguous: fc.boolean(),
  validPlant: fc.integer({ min: 0, max: 19 }).map(nth => nth > 0),
  others: mostly(
    [],
    fc.array(
      fc.record({
        user: fc.integer({ min: 0, max: 1 }),
        ownToken: fc.boolean(),
        timeout: fc.constantFrom(5, 30, 300),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
})

/** Their `clone()` leaves a stream that nobody listens to. */
const CLONES_BADLY = ['nodeFetch', 'crossFetch']

/** Every call ends soon: if no time-out ends it, the caller aborts. */
export const scenario: fc.Arbitrary<Scenario> = anything.map(given => ({
  ...given,
  ...(given.timeout > 1_000 && !named(signals, given.signal).aborts && { signal: 'real' }),
  ...(CLONES_BADLY.includes(given.fetch) && {
    middleware: given.middleware.filter(name => name !== 'readsClone'),
  }),
}))
