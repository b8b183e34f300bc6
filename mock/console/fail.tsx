import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { JsonFailure } from '../control/types.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import type { Failure } from '../store/failures.ts'
import { OnlineButton, useAction } from './action.tsx'
import { checkNumber, FieldError, Input, LabelledField, useFields } from './fields.tsx'
import { model } from './model.ts'
import { emptyTexts, plantFields, readPlant } from './plant-fields.ts'
import { Scheduled } from './scheduled.tsx'
import { type Choice, faults, statuses } from './words.ts'

const TIMES = { min: 1, whole: true, text: 'Enter a whole number of requests, 1 or more.' }
const SKIP = { min: 0, whole: true, text: 'Enter a whole number of requests, 0 or more.' }

/** The tab that fails or holds the next requests. */
export function Fail(): JSX.Element {
  const aim = useFields('aim', { times: '1', skip: '0' })
  const match = useFields('match', emptyTexts)
  const [isAlways, setAlways] = useState(false)
  const action = useAction()
  const { times, skip } = aim.values
  const isAimed = Number(skip) > 0 || Object.values(match.values).some(text => text !== '')
  const readMatch = () => {
    const { plant, errors } = readPlant(match.values, { withRequired: false })
    if (match.refuse(errors)) return undefined
    return Object.keys(plant).length > 0 ? { match: plant } : {}
  }
  const fail = (failure: Failure) => {
    const errors = {
      times: isAlways ? undefined : checkNumber(times, TIMES),
      skip: checkNumber(skip, SKIP),
    }
    const matched = readMatch()
    if (aim.refuse(errors) || !matched) return
    const body = {
      failure,
      times: isAlways ? 'Infinity' : Number(times),
      skip: Number(skip),
      ...matched,
    }
    void action.send(
      'POST',
      '/failures',
      body,
      model.state.failures.length > 0 ? 'Added at the end.' : 'Added.',
    )
  }
  const hold = () => {
    const matched = readMatch()
    if (matched) void action.send('POST', '/holds', matched, 'Added.')
  }
  return (
    <>
      <div class="form">
        <div class="line">
          <label>
            Fail the next <Input of={aim} name="times" type="number" min="1" disabled={isAlways} />{' '}
            requests
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={isAlways}
              onChange={({ currentTarget }) => setAlways(currentTarget.checked)}
            />{' '}
            or all
          </label>
        </div>
        <FieldError of={aim} name="times" />
        <details class="fold">
          <summary>Only some requests{isAimed && ' (set)'}</summary>
          <div class="line">
            <label>
              Let <Input of={aim} name="skip" type="number" min="0" /> requests pass first
            </label>
          </div>
          <FieldError of={aim} name="skip" />
          <fieldset>
            <legend class="soft">Only a plant with</legend>
            <div class="fields">
              {plantFields.map(({ name }) => (
                <LabelledField key={name} of={match} name={name} placeholder="any" />
              ))}
            </div>
          </fieldset>
        </details>
        <Choices of={statuses} label="with a status" onChoose={fail} />
        <Choices of={faults} label="with a broken response" onChoose={fail} />
        <Custom onChoose={fail} />
        <div class="line hold">
          <OnlineButton onClick={hold}>Hold the next request</OnlineButton>
          <span class="soft">until you release it</span>
        </div>
      </div>
      <Scheduled action={action} />
    </>
  )
}

/** Buttons of failures. Those that are scheduled look armed. */
function Choices({
  of,
  label,
  onChoose,
}: {
  of: readonly Choice[]
  label: string
  onChoose: (failure: Failure) => void
}) {
  const armed = new Set(model.state.failures.map(keyOf))
  return (
    <fieldset class={of === statuses ? 'choices statuses' : 'choices'} aria-label={label}>
      {of.map(([failure, label, hint]) => {
        const isArmed = armed.has(keyOf({ failure }))
        return (
          <OnlineButton
            key={label}
            data-armed={isArmed || undefined}
            onClick={() => onChoose(failure)}
          >
            <b>{label}</b> <span>{hint}</span>
            {isArmed && <span class="visually-hidden"> pending</span>}
          </OnlineButton>
        )
      })}
    </fieldset>
  )
}

/** The server may add to the headers, so only what tells the choices apart is compared. */
const keyOf = ({ failure }: Pick<JsonFailure, 'failure'>) =>
  typeof failure === 'object' ? writeJson([failure.status, failure.body === undefined]) : failure

const STATUS = { min: 200, max: 599, whole: true, text: 'Enter a status from 200 to 599.' }

/** Any other response. */
function Custom({ onChoose }: { onChoose: (failure: Failure) => void }) {
  const fields = useFields('custom', { status: '418', headers: '', body: '' })
  const [isEmpty, setEmpty] = useState(false)
  const submit = (event: Event) => {
    event.preventDefault()
    const { status, headers, body } = fields.values
    const read = readHeaders(headers)
    const wrong = typeof read === 'string' ? read : undefined
    const isRefused = fields.refuse({ status: checkNumber(status, STATUS), headers: wrong })
    if (isRefused || typeof read === 'string') return
    onChoose({
      status: Number(status),
      headers: read,
      ...(isEmpty ? { body: '' } : body !== '' && { body: readBody(body) }),
    })
  }
  return (
    <details class="fold">
      <summary>Any other response</summary>
      <form novalidate onSubmit={submit}>
        <LabelledField of={fields} name="status" label="Status" type="number" />
        <LabelledField
          of={fields}
          name="headers"
          label="Headers"
          lines={2}
          placeholder="Retry-After: 2"
        />
        <LabelledField
          of={fields}
          name="body"
          label="Body"
          lines={3}
          placeholder="the usual Error"
        />
        <div class="line">
          <label class="check">
            <input
              type="checkbox"
              checked={isEmpty}
              onChange={({ currentTarget }) => setEmpty(currentTarget.checked)}
            />{' '}
            empty body
          </label>
          <OnlineButton type="submit">Fail with this</OnlineButton>
        </div>
      </form>
    </details>
  )
}

/** One header a line. Returns what is wrong as text. */
function readHeaders(text: string): Record<string, string> | string {
  const headers = new Headers()
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? []
    // The headers of a failure have each name once, and cookies cannot be joined.
    if (/^set-cookie$/i.test(name) && headers.has(name)) return 'Enter at most one Set-Cookie.'
    try {
      headers.append(name, value)
    } catch {
      return `This is not a header: ${line}`
    }
  }
  return Object.fromEntries(headers)
}

/** Valid JSON is sent as JSON, anything else verbatim. */
function readBody(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return text
  }
}
