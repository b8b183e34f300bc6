// What a service that is right, or wrong in its own way, may do once: a service is made unreliable at random.
import fc from 'fast-check'
import { errorBody } from '../../generated/contract.ts'
import { createRandom } from '../../mock/store/random.ts'
import { type Answer, CUT, SLOW } from '../verify/in-process.ts'
import type { Reply, Seen } from '../verify/sample-service.ts'

/** What comes in place of a response. */
type Failure = number | 'reset' | 'cut' | 'slow' | 'busy'

export interface Hiccup {
  /** Which requests it hits. */
  when: { from: number; count: number } | { share: number; seed: number } | { every: number }
  failure: Failure
  /** Whether a plant is added all the same. */
  isAfterAdding: boolean
}

const failures = fc.constantFrom<Failure>(
  500,
  502,
  401,
  403,
  404,
  400,
  'reset',
  'cut',
  'slow',
  'busy',
)

/** One request; a cold start; a window; some of all requests; every second one, as of two replicas. */
export const hiccups: fc.Arbitrary<Hiccup> = fc
  .record({
    when: fc.oneof(
      fc.record({ from: fc.integer({ min: 1, max: 235 }), count: fc.constant(1) }),
      fc.record({ from: fc.constant(1), count: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ from: fc.integer({ min: 2, max: 235 }), count: fc.integer({ min: 2, max: 30 }) }),
      fc.record({ share: fc.constantFrom(0.01, 0.03), seed: fc.nat() }),
      fc.record({ every: fc.constant(2) }),
    ),
    failure: failures,
    isAfterAdding: fc.boolean(),
  })
  .filter(({ when, failure }) => !('every' in when) || typeof failure === 'number')

/** A service that fails at times. */
export function unreliable(answer: Answer, { when, failure, isAfterAdding }: Hiccup): Answer {
  let count = 0
  const random = 'share' in when ? createRandom(when.seed) : () => 1
  const isHit = () => {
    count++
    if ('share' in when) return random() < when.share
    return 'every' in when
      ? count % when.every === 0
      : count >= when.from && count < when.from + when.count
  }
  return (seen: Seen) => {
    if (!isHit()) return answer(seen)
    // A gateway may lose what the service added. A 400 is the service's own, and says that nothing was added.
    const isAdding = isAfterAdding && failure !== 'busy' && failure !== 400
    if (isAdding || failure === 'cut' || failure === 'slow') answer(seen)
    return fail(failure)
  }
}

function fail(failure: Failure): Reply | undefined {
  if (failure === 'reset') return undefined
  if (failure === 'busy') return { status: 429, headers: { 'retry-after': '0' }, body: '' }
  if (failure === 'slow') return { status: 200, body: SLOW }
  if (failure === 'cut') return { status: 200, body: CUT }
  return { status: failure, body: JSON.stringify(errorBody(failure, 'For once')) }
}
