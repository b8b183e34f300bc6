import type { JSX } from 'preact'
import { OnlineButton, useAction } from './action.tsx'
import { feed } from './feed.ts'
import { checkNumber, Field, useFields } from './fields.tsx'
import { usePart } from './observable.ts'
import { describeSettings } from './words.ts'

const LATENCY = { min: 0, text: 'Enter a number of milliseconds, 0 or more.' }
const RATE = { min: 0, max: 100, text: 'Enter a share from 0 to 100 %.' }

const POLICIES = [
  ['duplicateIds', 'An id that exists is', 'accept', 'accepted again'],
  ['unknownFields', 'A field that a plant does not have is', 'ignore', 'ignored, and marked'],
] as const

const START = {
  latency: [0, 0],
  failureRate: 0,
  duplicateIds: 'accept',
  unknownFields: 'ignore',
} as const

/** The settings. An update of the state does not overwrite what is being typed. */
export function SettingsForm(): JSX.Element {
  const settings = usePart(feed, value => value.state?.settings) ?? START
  const service = usePart(feed, value => value.state?.options.forward)
  const { latency, failureRate, duplicateIds, unknownFields } = settings
  const [least, most] = latency
  const fields = useFields({
    min: String(least),
    max: String(most),
    rate: String(Number((failureRate * 100).toFixed(6))),
    duplicateIds,
    unknownFields,
  })
  const { run, send, isRunning, message } = useAction()
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isRunning) return
    const { min, max, rate, ...policies } = fields.values
    const isReversed = Number(max) < Number(min)
    const errors = {
      min: checkNumber(min, LATENCY),
      max:
        checkNumber(max, LATENCY) ??
        (isReversed ? `Enter ${min} ms or more: the range ends here.` : undefined),
      rate: checkNumber(rate, RATE),
    }
    if (fields.refuse(errors)) return void run(async () => '')
    const update = {
      latency: [Number(min), Number(max)],
      failureRate: Number(rate) / 100,
      ...(service === undefined && policies),
    }
    if (await send('PUT', '/settings', update, 'The settings were changed.')) fields.reset()
  }
  return (
    <form novalidate onSubmit={submit}>
      <p class="soft">
        {describeSettings(settings) || 'New requests are neither delayed nor failed at random.'}
      </p>
      <div class="fields">
        <Field of={fields} name="min" label="Latency from, in ms" type="number" min="0" />
        <Field of={fields} name="max" label="Latency to, in ms" type="number" min="0" />
        <Field of={fields} name="rate" label="Random failures, in %" type="number" min="0" />
      </div>
      {service !== undefined && (
        <p class="soft">What becomes of ids that exist and of unknown fields, {service} decides.</p>
      )}
      {(service === undefined ? POLICIES : []).map(([name, label, value, text]) => (
        <label class="field" key={name}>
          <span>{label}</span>
          <select
            value={fields.values[name]}
            onChange={({ currentTarget }) => fields.set(name, currentTarget.value)}
          >
            <option value={value}>{text}</option>
            <option value="reject">rejected with 400</option>
          </select>
        </label>
      ))}
      <div class="line answers">
        {message}
        <OnlineButton type="submit" class="main" isRunning={isRunning}>
          Apply
        </OnlineButton>
      </div>
    </form>
  )
}
