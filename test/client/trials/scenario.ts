import fc from 'fast-check'
import { fetches } from './fetches.ts'
import { middlewares } from './middlewares.ts'
import { type Named, named } from './named.ts'
import { answers, type Listener } from './service.ts'
import { signals } from './signals.ts'
import { tokens } from './tokens.ts'

/** One call and all around it, as plain data that a failure prints. */
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
}

const one = (all: Named<unknown>) => fc.constantFrom(...Object.keys(all))
/** The first more often than one of the others. */
const mostly = <Value>(usual: Value, others: fc.Arbitrary<Value>) =>
  fc.oneof(fc.constant(usual), others)

const anything: fc.Arbitrary<Scenario> = fc.record({
  plan: fc.array(one(answers), { minLength: 1, maxLength: 4 }),
  listener: fc.oneof(
    { weight: 5, arbitrary: fc.constant<Listener>('stays') },
    { weight: 3, arbitrary: fc.constantFrom<Listener>('absent', 'comes', 'goes') },
  ),
  host: fc.constantFrom('127.0.0.1', 'localhost'),
  wait: fc.integer({ min: 0, max: 40 }),
  fetch: mostly('none', one(fetches)),
  middleware: mostly<string[]>([], fc.array(one(middlewares), { maxLength: 3 })),
  token: mostly('text', one(tokens)),
  signal: mostly('none', one(signals)),
  abortAfter: fc.integer({ min: -5, max: 60 }),
  timeout: fc.constantFrom(15, 40, 90, 200, 100_000),
  maxRetries: fc.integer({ min: 0, max: 3 }),
  retryAmbiguous: fc.boolean(),
  validPlant: fc.integer({ min: 0, max: 19 }).map(nth => nth > 0),
})

/** Every call comes to an end soon: where no time-out does that, the caller aborts. */
export const scenario: fc.Arbitrary<Scenario> = anything.map(given =>
  given.timeout > 1_000 && !named(signals, given.signal).aborts
    ? { ...given, signal: 'real' }
    : given,
)
