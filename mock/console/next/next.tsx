import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { method, path } from '../../../generated/contract.ts'
import type { MockFailure } from '../../store/failure.ts'
import { feed } from '../connection/feed.ts'
import { OnlineButton, useAction } from '../parts/action.tsx'
import { Check, Field, readForm } from '../parts/fields.tsx'
import { usePart } from '../parts/observable.ts'
import { plantFields, readPlant } from '../plants/fields.ts'
import { Chooser } from './chooser.tsx'
import { Scheduled } from './scheduled.tsx'
import {
  type Aim,
  describeAim,
  describeChoice,
  describeSettings,
  failureButtons,
  otherFailures,
} from './sentences.ts'

/** What happens to the next requests, and the controls that change it. */
export function Next(): JSX.Element {
  const [aim, setAim] = useState<Aim>({ times: 1, skip: 0 })
  const action = useAction()
  const epoch = usePart(feed, value => value.state?.epoch)
  const settings = usePart(feed, value => value.state?.settings)
  // What a request uses at once is never listed, so that it is said, too.
  const fail = (failure: MockFailure | undefined, { change } = action) =>
    change('POST', '/failures', { failure, ...aim }, 'A failure was scheduled.')
  const { times, skip, match } = aim
  const hold = () =>
    times === 1 && skip === 0
      ? action.change('POST', '/holds', match && { match }, 'A hold was scheduled.')
      : action.run(() => Promise.reject(new Error(ONE_ONLY)))
  return (
    <section class="next" aria-label="Next requests">
      <h2 tabIndex={-1}>
        Next {method} {path}
      </h2>
      <details>
        <summary>{describeAim(aim)}</summary>
        <form onInput={({ currentTarget }) => setAim(readAim(readForm(currentTarget)))}>
          <div class="fields">
            <Field
              name="times"
              label="Fail the next"
              type="number"
              min="1"
              defaultValue="1"
              readOnly={times === 'Infinity'}
            />
            <Check name="all" label="or all" />
            <Field name="skip" label="Let pass first" type="number" min="0" defaultValue="0" />
          </div>
          <fieldset class="fields">
            <legend class="soft">Only a plant with</legend>
            {plantFields.map(({ name }) => (
              <Field key={name} name={OF_PLANT + name} label={name} placeholder="any" />
            ))}
          </fieldset>
        </form>
      </details>
      <fieldset class="choices" aria-label="Fail">
        {failureButtons.map(choice => (
          <OnlineButton
            key={choice[0]}
            title={describeChoice(choice)}
            onClick={() => fail(choice[1])}
          >
            {choice[0]}
          </OnlineButton>
        ))}
      </fieldset>
      <div class="choices">
        <Chooser
          list="Another failure"
          choices={otherFailures.map(choice => [choice[0], choice[1], describeChoice(choice)])}
          own={['Another response…', 'Fail with any response', 'Fail with this']}
          button="Fail"
          onChoose={fail}
        />
        <OnlineButton
          title="It is not answered until you release it"
          aria-disabled={times !== 1 || skip !== 0 || undefined}
          onClick={hold}
        >
          Hold
        </OnlineButton>
      </div>
      <div class="placed">{action.message}</div>
      <Scheduled key={epoch} run={action.run} />
      {settings && <p class="soft">{describeSettings(settings)}</p>}
    </section>
  )
}

const ONE_ONLY = 'A hold is for one request, and lets none pass: fail 1, and let 0 pass first.'

/** Before the names of a plant's fields, which may be any. */
const OF_PLANT = 'plant.'

/** Which requests the form means. The mock says what is wrong with it. */
function readAim({ times, skip, all, ...texts }: Record<string, string>): Aim {
  const names = Object.entries(texts).map(([name, text]) => [name.slice(OF_PLANT.length), text])
  const match = readPlant(Object.fromEntries(names))
  return {
    times: all ? 'Infinity' : Number(times),
    skip: Number(skip),
    ...(Object.keys(match).length > 0 && { match }),
  }
}
