import type { JSX, TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import type { Settings } from '../../store/options.ts'
import { feed } from '../connection/feed.ts'
import { describeSettings } from '../next/sentences.ts'
import { OnlineButton, useAction } from '../parts/action.tsx'
import { Check, Field, readForm } from '../parts/fields.tsx'
import { usePart } from '../parts/observable.ts'

/** The settings. A field that is typed in keeps its text when the settings change elsewhere. */
export function SettingsForm(): JSX.Element {
  const settings: Partial<Settings> = usePart(feed, value => value.state?.settings) ?? {}
  const service = usePart(feed, value => value.state?.options.forward)
  const { latency = [0, 0], failureRate = 0, duplicateIds, unknownFields } = settings
  const [least, most] = latency
  const [typedLeast, setTypedLeast] = useState<string>()
  const { change, isRunning, message } = useAction()
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning) return
    const form = event.currentTarget
    const { min, max, rate, ...policies } = readForm(form)
    const update = {
      latency: [Number(min), Number(max)],
      failureRate: Number(rate) / 100,
      ...(service === undefined && {
        duplicateIds: 'accept',
        unknownFields: 'ignore',
        ...policies,
      }),
    }
    if (await change('PUT', '/settings', update, 'The settings were changed.')) {
      form.reset()
      setTypedLeast(undefined)
    }
  }
  const number = { type: 'number', min: '0', step: 'any', required: true } as const
  return (
    <form onSubmit={submit}>
      <p class="soft">
        {describeSettings({ latency, failureRate }) ||
          'New requests are neither delayed nor failed at random.'}
      </p>
      <div class="fields">
        <Field
          name="min"
          label="Latency from, in ms"
          autofocus
          defaultValue={String(least)}
          onInput={({ currentTarget }) => setTypedLeast(currentTarget.value)}
          {...number}
        />
        <Field
          name="max"
          label="Latency to, in ms"
          defaultValue={String(most)}
          {...number}
          min={typedLeast ?? String(least)}
        />
        <Field
          name="rate"
          label="Random failures, in %"
          max="100"
          defaultValue={String(Number((failureRate * 100).toFixed(6)))}
          {...number}
        />
      </div>
      {service === undefined ? (
        <>
          <Check
            name="duplicateIds"
            value="reject"
            defaultChecked={duplicateIds === 'reject'}
            label="Reject an id that exists with 400"
          />
          <Check
            name="unknownFields"
            value="reject"
            defaultChecked={unknownFields === 'reject'}
            label="Reject a field that a plant does not have with 400"
          />
        </>
      ) : (
        <p class="soft">{service} decides what becomes of ids that exist and of unknown fields.</p>
      )}
      <div class="line answers">
        {message}
        <OnlineButton type="submit" class="main" isRunning={isRunning}>
          Apply
        </OnlineButton>
      </div>
    </form>
  )
}
