import type { ComponentChildren, JSX, TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import { method, path } from '../../generated/contract.ts'
import type { JsonFailure, JsonRequest } from '../control/types.ts'
import { writeJson } from '../json/write.ts'
import type { Failure } from '../store/failures.ts'
import { type Action, OnlineButton, useAction } from './action.tsx'
import { callControl } from './api.ts'
import { DialogButton } from './dialog.tsx'
import { feed } from './feed.ts'
import { checkNumber, Field, useFields } from './fields.tsx'
import { usePart } from './observable.ts'
import { emptyTexts, isPlant, plantFields, readPlant } from './plant-fields.ts'
import { PlantCells } from './plants.tsx'
import { Duration } from './row.tsx'
import { open } from './view.ts'
import {
  bodyText,
  type Choice,
  countScheduled,
  describeChoice,
  describeFailure,
  describeHold,
  describeInOrder,
  describeNext,
  describeSettings,
  escapeInvisible,
  faults,
  isSaidByList,
  pathOf,
  readBody,
  scheduledHolds,
  statuses,
} from './words.ts'

const TIMES = { min: 1, whole: true, text: 'Enter a whole number of requests, 1 or more.' }
const SKIP = { min: 0, whole: true, text: 'Enter a whole number of requests, 0 or more.' }

/** What happens to the next requests, and the buttons that change it. */
export function Next(): JSX.Element {
  const aim = useFields({ times: '1', skip: '0' })
  const match = useFields(emptyTexts)
  const [isAlways, setAlways] = useState(false)
  const isScheduled = usePart(feed, ({ state }) => state && countScheduled(state) > 0)
  const action = useAction()
  const { times, skip } = aim.values
  const isAimed = Object.values(match.values).some(text => text !== '')
  const readMatch = () => {
    const { plant, errors } = readPlant(match.values)
    if (match.refuse(errors)) return undefined
    return Object.keys(plant).length > 0 ? { match: plant } : {}
  }
  const fail = (failure: Failure, { run, send } = action) => {
    const errors = {
      times: isAlways ? undefined : checkNumber(times, TIMES),
      skip: checkNumber(skip, SKIP),
    }
    const matched = readMatch()
    if (aim.refuse(errors) || !matched)
      return run(() => Promise.reject(new Error('Correct the marked fields first.')))
    const count = isAlways ? 'Infinity' : Number(times)
    return send('POST', '/failures', {
      failure,
      times: count,
      skip: Number(skip),
      ...matched,
    })
  }
  const hold = () => {
    const matched = readMatch()
    return matched && action.send('POST', '/holds', matched)
  }
  /** Removes the failures and holds that no request has used. */
  const removeAll = () =>
    action.run(async () => {
      const holds = scheduledHolds({ holds: feed.value.state?.holds ?? [] })
      await Promise.all(holds.map(({ id }) => callControl('POST', `/holds/${id}/release`)))
      await callControl('DELETE', '/failures')
      return ''
    })
  return (
    <section class="next" aria-label="Next requests">
      <div class="bar">
        <h2 class="grow">
          Next {method} {path} requests
        </h2>
        {isScheduled && (
          <OnlineButton class="quiet" onClick={removeAll}>
            Remove all
          </OnlineButton>
        )}
      </div>
      <fieldset aria-label="Fail">
        <div class="sentence">
          <Field
            of={aim}
            name="times"
            label="Fail the next"
            type="number"
            min="1"
            disabled={isAlways}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={isAlways}
              onChange={({ currentTarget }) => setAlways(currentTarget.checked)}
            />{' '}
            or all,
          </label>
          <Field of={aim} name="skip" label="after letting" end="pass" type="number" min="0" />
        </div>
        <Choices of={statuses} label="with a status" onChoose={fail}>
          <DialogButton title="Fail with any response" label="Other…">
            <Custom label="Fail with this" onChoose={fail} />
          </DialogButton>
        </Choices>
        <Choices of={faults} label="with a broken response" onChoose={fail} />
      </fieldset>
      <p class="line">
        <OnlineButton onClick={hold}>Hold the next one</OnlineButton>
        <span class="soft">until you release it</span>
      </p>
      <details>
        <summary>Only for some plants{isAimed && ' (set)'}</summary>
        <fieldset class="fields" aria-label="Only a plant with">
          {plantFields.map(({ name }) => (
            <Field key={name} of={match} name={name} label={name} placeholder="any" />
          ))}
        </fieldset>
      </details>
      {action.message}
      <Scheduled />
    </section>
  )
}

/** Buttons of failures. Scheduled ones look armed. */
function Choices({
  of,
  label,
  onChoose,
  children,
}: {
  of: readonly Choice[]
  label: string
  onChoose: Choose
  children?: ComponentChildren
}) {
  const failures = usePart(feed, value => value.state?.failures)
  const armed = new Set(failures?.map(keyOf))
  return (
    <fieldset class="choices" aria-label={label}>
      {of.map(choice => (
        <OnlineButton
          key={choice[1]}
          title={describeChoice(choice)}
          data-armed={armed.has(keyOf({ failure: choice[0] })) || undefined}
          onClick={() => onChoose(choice[0])}
        >
          {choice[1]}
        </OnlineButton>
      ))}
      {children}
    </fieldset>
  )
}

/** The server gives the names of headers in lower case, as the choices do. */
const keyOf = ({ failure }: Pick<JsonFailure, 'failure'>) =>
  typeof failure === 'object'
    ? writeJson([failure.status, failure.headers ?? {}, failure.body])
    : failure

/** The held requests, then the failures and holds that no request has used yet, in their order. */
function Scheduled() {
  const failures = usePart(feed, value => value.state?.failures) ?? []
  const holds = usePart(feed, value => value.state?.holds) ?? []
  const settings = usePart(feed, value => value.state?.settings)
  const isLive = usePart(feed, value => value.connection === 'live')
  const action = useAction()
  const state = settings && { failures, holds, settings }
  const sentences = describeInOrder(failures)
  const items = [
    ...scheduledHolds({ holds }).map(hold => ({
      text: describeHold(hold),
      method: 'POST',
      path: `/holds/${hold.id}/release`,
    })),
    ...failures.map(({ id }, index) => ({
      text: sentences[index] ?? '',
      method: 'DELETE',
      path: `/failures/${id}`,
    })),
  ]
  const slow = settings && describeSettings(settings)
  return (
    <div class="scheduled">
      <p role="status">
        {isLive && state && !isSaidByList(state) && describeNext(state)} {isLive && slow}
      </p>
      {action.message}
      <ul aria-label="Held requests">
        {holds.map(hold => hold.request && <Held key={hold.id} request={hold.request} />)}
      </ul>
      <ol class="chips" aria-label="Scheduled">
        {items.map(({ text, method, path }, index) => (
          <li class="toned" data-tone="odd" key={path}>
            {index + 1}.
            <span class="clamped" title={escapeInvisible(text)}>
              {escapeInvisible(text)}
            </span>
            <OnlineButton
              class="quiet"
              aria-label={`Remove: ${text}`}
              onClick={() => action.send(method, path)}
            >
              ✕
            </OnlineButton>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Held({ request }: { request: JsonRequest }) {
  const epoch = usePart(feed, value => value.state?.epoch)
  const { number, method, url, body } = request
  return (
    <li class="held toned" data-tone="odd">
      <div class="line">
        <b>Held</b>
        <button type="button" class="link grow" onClick={() => open(`${epoch}:${number}`)}>
          #{number}{' '}
          {isPlant(body) ? (
            <PlantCells plant={body} />
          ) : (
            `${method} ${pathOf(url)} ${escapeInvisible((bodyText(request) ?? '').slice(0, 100))}`
          )}
        </button>
        <Duration request={request} />
      </div>
      <Release request={request} />
    </li>
  )
}

const RELEASE_FAILURES = [...faults, ...statuses].map(([failure]) => failure)

const RELEASES = [
  'as usual',
  ...RELEASE_FAILURES.map(failure => `with ${describeFailure(failure)}`),
  'with a response of your own…',
]

/** Releases a held request, as usual or with a failure. */
export function Release({ request }: { request: JsonRequest }): JSX.Element | null {
  const [choice, setChoice] = useState(0)
  const action = useAction()
  const holds = usePart(feed, value => value.state?.holds)
  const { number } = request
  const hold = holds?.find(each => each.request?.number === number)
  if (!hold || request.inFlight !== 'held') return null
  const release = (failure: Failure | undefined, { send } = action) =>
    send('POST', `/holds/${hold.id}/release`, failure && { failure })
  return (
    <>
      <div class="line">
        <label>
          Answer it{' '}
          <select
            aria-label={`Answer of request ${number}`}
            onChange={({ currentTarget }) => setChoice(currentTarget.selectedIndex)}
          >
            {RELEASES.map((text, index) => (
              <option key={text} selected={index === choice}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {choice === RELEASES.length - 1 ? (
          <DialogButton
            title={`Answer request #${number}`}
            label="Release"
            aria-label={`Release request ${number}`}
          >
            <Custom label="Answer with this" onChoose={release} />
          </DialogButton>
        ) : (
          <OnlineButton
            aria-label={`Release request ${number}`}
            onClick={() => release(RELEASE_FAILURES[choice - 1])}
          >
            Release
          </OnlineButton>
        )}
      </div>
      {action.message}
    </>
  )
}

type Choose = (failure: Failure, action?: Action) => Promise<boolean>

const STATUS = { min: 200, max: 599, whole: true, text: 'Enter a status from 200 to 599.' }

/** Any other response. What was typed stays until the mock has accepted it. */
function Custom({ label, onChoose }: { label: string; onChoose: Choose }) {
  const action = useAction()
  const fields = useFields({ status: '418', headers: '', body: '' })
  const [isEmpty, setEmpty] = useState(false)
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const dialog = event.currentTarget.closest('dialog')
    const { status, headers, body } = fields.values
    const read = readHeaders(headers)
    const wrong = typeof read === 'string' ? read : undefined
    const isRefused = fields.refuse({ status: checkNumber(status, STATUS), headers: wrong })
    if (action.isRunning || isRefused || typeof read === 'string') return
    const failure = {
      status: Number(status),
      headers: read,
      ...(isEmpty ? { body: '' } : body !== '' && { body: readBody(body) }),
    }
    if (await onChoose(failure, action)) dialog?.close()
  }
  return (
    <form novalidate onSubmit={submit}>
      <Field of={fields} name="status" label="Status" type="number" />
      <Field of={fields} name="headers" label="Headers" lines={2} placeholder="Retry-After: 2" />
      <Field of={fields} name="body" label="Body" lines={3} placeholder="the usual Error" />
      <p class="soft">No plant is added, whatever the status.</p>
      {action.message}
      <div class="line answers">
        <label class="check">
          <input
            type="checkbox"
            checked={isEmpty}
            onChange={({ currentTarget }) => setEmpty(currentTarget.checked)}
          />{' '}
          empty body
        </label>
        <OnlineButton type="submit" class="main" isRunning={action.isRunning}>
          {label}
        </OnlineButton>
      </div>
    </form>
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
