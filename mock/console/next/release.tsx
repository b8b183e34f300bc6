import type { JSX } from 'preact'
import type { JsonRequest } from '../../control/types.ts'
import type { MockFailure } from '../../store/failure.ts'
import { feed } from '../connection/feed.ts'
import { Duration } from '../list/row.tsx'
import { useAction } from '../parts/action.tsx'
import { usePart } from '../parts/observable.ts'
import { Chooser } from './chooser.tsx'
import { describeFailure, failures } from './sentences.ts'

/** Releases a held request, as usual or with a failure. */
export function Release({ request }: { request: JsonRequest }): JSX.Element | null {
  const action = useAction()
  const held = usePart(feed, value => value.state?.held)
  const isForward = usePart(feed, value => value.state?.options.forward !== undefined)
  const { number } = request
  const hold = held?.find(each => each.request?.number === number)
  if (!hold || request.inFlight !== 'held') return null
  return (
    <span class="line release">
      <Duration request={request} />
      <Chooser
        list={`Answer of request ${number}`}
        choices={[
          [isForward ? 'by the service' : 'as usual', undefined],
          ...failures.map(([, failure]): [string, MockFailure] => [
            `with ${describeFailure(failure)}`,
            failure,
          ]),
        ]}
        own={['with a response of your own…', `Answer request #${number}`, 'Answer with this']}
        button="Release"
        name={`Release request ${number}`}
        onChoose={(failure, { change } = action) =>
          change('POST', `/holds/${hold.id}/release`, failure && { failure })
        }
      />
      {action.message}
    </span>
  )
}
