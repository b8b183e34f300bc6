import type { JSX } from 'preact'
import { OnlineButton, useAction } from './action.tsx'
import { checkNumber, FieldError, Input, useFields } from './fields.tsx'
import { model } from './model.ts'

const LATENCY = { min: 0, text: 'Enter a number of milliseconds, 0 or more.' }
const RATE = { min: 0, max: 100, text: 'Enter a share from 0 to 100 %.' }

/** The tab of the settings. An update of the state does not overwrite what is being typed. */
export function SettingsForm(): JSX.Element {
  const { latency, failureRate, duplicateIds, unknownFields } = model.state.settings
  const [least, most] = latency
  const percent = String(Number((failureRate * 100).toFixed(6)))
  const fields = useFields('settings', {
    min: String(least),
    max: String(most),
    rate: percent,
    duplicateIds,
    unknownFields,
  })
  const { run, send, message } = useAction()
  const delay = most === 0 ? 'none' : least === most ? `${most} ms` : `${least} to ${most} ms`
  const submit = async (event: Event) => {
    event.preventDefault()
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
      ...policies,
    }
    if (await send('PUT', '/settings', update, 'The settings were changed.')) fields.reset()
  }
  return (
    <>
      <p class="soft">
        Current latency: {delay}. Random failures: {percent} %.
      </p>
      <form novalidate onSubmit={submit}>
        <fieldset class="line" aria-labelledby="latency-label">
          <span id="latency-label">Latency</span>
          <label>
            from{' '}
            <Input
              of={fields}
              name="min"
              type="number"
              aria-label="Latency from, in milliseconds"
            />
          </label>
          <label>
            to{' '}
            <Input of={fields} name="max" type="number" aria-label="Latency to, in milliseconds" />
          </label>
          <span>ms</span>
        </fieldset>
        <FieldError of={fields} name="min" />
        <FieldError of={fields} name="max" />
        <div class="line">
          <label>
            Random failures{' '}
            <Input of={fields} name="rate" type="number" aria-label="Random failures in percent" />
          </label>
          <span>%</span>
        </div>
        <FieldError of={fields} name="rate" />
        <label>
          An id that exists is{' '}
          <select
            value={fields.values.duplicateIds}
            onChange={({ currentTarget }) => fields.set('duplicateIds', currentTarget.value)}
          >
            <option value="accept">accepted again</option>
            <option value="reject">rejected with 400</option>
          </select>
        </label>
        <label>
          A field that a plant does not have is{' '}
          <select
            value={fields.values.unknownFields}
            onChange={({ currentTarget }) => fields.set('unknownFields', currentTarget.value)}
          >
            <option value="ignore">ignored, and marked</option>
            <option value="reject">rejected with 400</option>
          </select>
        </label>
        <div class="line">
          <OnlineButton type="submit">Apply</OnlineButton>
        </div>
      </form>
      {message}
    </>
  )
}
