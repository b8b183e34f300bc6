import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { method, path } from '../../generated/contract.ts'
import type { JsonFailure, JsonHold, JsonRequest } from '../control/types.ts'
import type { Failure } from '../store/failures.ts'
import { OnlineButton, useAction } from './action.tsx'
import { callControl } from './api.ts'
import { Custom } from './custom.tsx'
import { Dialog, DialogButton } from './dialog.tsx'
import { type Entry, feed, isRequest } from './feed.ts'
import { checkNumber, Field, useFields } from './fields.tsx'
import { useKeptFocus } from './focus.ts'
import { usePart } from './observable.ts'
import { PlantCells } from './plant-cells.tsx'
import { emptyTexts, isPlant, plantFields, readPlant } from './plant-fields.ts'
import { Duration } from './row.tsx'
import { open } from './view.ts'
import {
  bodyText,
  cut,
  describeAim,
  describeChoice,
  describeFailure,
  describeHold,
  describeInOrder,
  describeSettings,
  failureButtons,
  failures,
  otherFailures,
  placeOf,
  scheduledHolds,
} from './words.ts'

const TIMES = { min: 1, whole: true, text: 'Enter a whole number of requests, 1 or more.' }
const SKIP = { min: 0, whole: true, text: 'Enter a whole number of requests, 0 or more.' }

/** What happens to the next requests, and the controls that change it. */
export function Next(): JSX.Element {
  const aim = useFields({ times: '1', skip: '0' })
  const match = useFields(emptyTexts)
  const [isAlways, setAlways] = useState(false)
  const [other, setOther] = useState(0)
  const action = useAction()
  const settings = usePart(feed, value => value.state?.settings)
  const { times, skip } = aim.values
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
    return send('POST', '/failures', { failure, times: count, skip: Number(skip), ...matched })
  }
  const hold = () => {
    const matched = readMatch()
    return matched && action.send('POST', '/holds', matched)
  }
  const chosen = otherFailures[other]
  return (
    <section class="next" aria-label="Next requests">
      <h2 tabIndex={-1}>
        Next {method} {path}
      </h2>
      <details>
        <summary>{describeTyped(times, skip, isAlways, match.values)}</summary>
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
        <fieldset class="fields">
          <legend class="soft">Only a plant with</legend>
          {plantFields.map(({ name }) => (
            <Field key={name} of={match} name={name} label={name} placeholder="any" />
          ))}
        </fieldset>
      </details>
      <fieldset class="choices" aria-label="Fail">
        {failureButtons.map(choice => (
          <OnlineButton
            key={choice[1]}
            title={describeChoice(choice)}
            onClick={() => fail(choice[0])}
          >
            {choice[1]}
          </OnlineButton>
        ))}
      </fieldset>
      <div class="choices">
        <select
          aria-label="Another failure"
          onChange={({ currentTarget }) => setOther(currentTarget.selectedIndex)}
        >
          {[...otherFailures.map(([, label]) => label), 'Another response…'].map((label, index) => (
            <option key={label} selected={index === other}>
              {label}
            </option>
          ))}
        </select>
        {chosen ? (
          <OnlineButton title={describeChoice(chosen)} onClick={() => fail(chosen[0])}>
            Fail
          </OnlineButton>
        ) : (
          <DialogButton title="Fail with any response" label="Fail">
            <Custom label="Fail with this" onChoose={fail} />
          </DialogButton>
        )}
        <OnlineButton title="It is not answered until you release it" onClick={hold}>
          Hold
        </OnlineButton>
      </div>
      <Scheduled />
      <div class="placed">{action.message}</div>
      {settings && <p class="soft">{describeSettings(settings)}</p>}
    </section>
  )
}

/** Which requests the controls are for, as far as it can be read. */
function describeTyped(
  times: string,
  skip: string,
  isAlways: boolean,
  texts: Readonly<Record<string, string>>,
): string {
  const { plant } = readPlant(texts)
  const isAimed = Object.keys(plant).length > 0
  return describeAim({
    times: isAlways ? 'Infinity' : Number(times) || 1,
    skip: Number(skip) || 0,
    ...(isAimed && { match: plant }),
  })
}

/** A failure or a hold: scheduled, met by a request that is held, or over. */
interface Item {
  readonly id: string
  readonly failure?: JsonFailure
  readonly hold?: JsonHold
  /** When it was used, released or removed. */
  readonly over?: number
}

/** How long what is over stays for a hand on its way to it. */
const OVER_MS = 2_000

/**
 * The failures and holds in the order in which they first appeared. What is over stays where it was for two
 * seconds, and until the pointer leaves: nothing comes up below a pointer.
 */
function useItems(isPointed: { readonly current: boolean }): { items: Item[]; tidy: () => void } {
  const state = usePart(feed, value => value.state)
  const [, redraw] = useState(0)
  const known = useRef<{ start: string | undefined; items: Item[] }>({
    start: undefined,
    items: [],
  })
  const start = state?.epoch
  if (known.current.start !== start) known.current = { start, items: [] }
  const now = Date.now()
  const current = new Map<string, Item>()
  for (const hold of state?.holds ?? []) current.set(hold.id, { id: hold.id, hold })
  for (const failure of state?.failures ?? []) current.set(failure.id, { id: failure.id, failure })
  const before = known.current.items
  const items = [
    ...before.map(item => current.get(item.id) ?? { ...item, over: item.over ?? now }),
    ...[...current.values()].filter(({ id }) => !before.some(item => item.id === id)),
  ].filter(({ over }) => over === undefined || isPointed.current || now - over < OVER_MS)
  known.current.items = items
  const isTidy = items.every(({ over }) => over === undefined)
  const tidy = () => redraw(Math.random())
  useEffect(() => {
    if (isTidy) return
    const timer = setTimeout(tidy, OVER_MS)
    return () => clearTimeout(timer)
  }, [isTidy, items.length])
  return { items, tidy }
}

/** What is scheduled and held. A click acts on what it hits, by its id. */
function Scheduled() {
  const part = useRef<HTMLDivElement>(null)
  const isPointed = useRef(false)
  const { items, tidy } = useItems(isPointed)
  const action = useAction()
  const isLive = usePart(feed, ({ connection }) => connection === 'live')
  useKeptFocus(part, 'li [aria-label]')
  const failures = items.flatMap(({ failure, over }) => (failure && !over ? [failure] : []))
  const sentences = new Map(
    describeInOrder(failures).map((text, index) => [failures[index]?.id, text]),
  )
  const holds = items.flatMap(({ hold, over }) => (hold && !over ? [hold] : []))
  const held = holds.filter(({ request }) => request)
  const isScheduled = failures.length > 0 || held.length < holds.length
  const releaseAll = (which: readonly JsonHold[]) =>
    Promise.all(which.map(({ id }) => callControl('POST', `/holds/${id}/release`)))
  /** Removes the failures and holds that no request has used. */
  const removeAll = () =>
    action.run(async () => {
      await releaseAll(scheduledHolds({ holds }))
      await callControl('DELETE', '/failures')
      return ''
    })
  /** What was used meanwhile is over all the same. */
  const remove = ({ id, hold }: Item) =>
    action.run(async () => {
      const [method, path] = hold ? ['POST', `/holds/${id}/release`] : ['DELETE', `/failures/${id}`]
      await callControl(method, path).catch(error => {
        if (error.status !== 404) throw error
      })
      return ''
    })
  return (
    <div
      class="scheduled"
      ref={part}
      onPointerEnter={() => {
        isPointed.current = true
      }}
      onPointerLeave={() => {
        isPointed.current = false
        tidy()
      }}
    >
      <div class="bar">
        <h2 class="grow soft" tabIndex={-1}>
          Scheduled
        </h2>
        <OnlineButton
          class="quiet"
          data-hidden={held.length < 2 || undefined}
          onClick={() => action.run(() => releaseAll(held).then(() => ''))}
        >
          Release all
        </OnlineButton>
        <OnlineButton class="quiet" data-hidden={!isScheduled || undefined} onClick={removeAll}>
          Remove all
        </OnlineButton>
      </div>
      <ol aria-label="Scheduled">
        {items.map(item => {
          const { id, hold, failure, over } = item
          const request = hold?.request
          if (request) return <Held key={id} request={request} isOver={over !== undefined} />
          const text = hold
            ? describeHold(hold)
            : (sentences.get(id) ?? (failure ? describeInOrder([failure])[0] : ''))
          return (
            <li
              key={id}
              data-id={id}
              data-tone={hold ? 'held' : 'odd'}
              data-over={over !== undefined || undefined}
              class="toned"
            >
              {over === undefined ? (
                <>
                  <span class="clamped" title={text}>
                    {text}
                  </span>
                  <OnlineButton
                    class="quiet"
                    aria-label={`Remove: ${text}`}
                    onClick={() => remove(item)}
                  >
                    ✕
                  </OnlineButton>
                </>
              ) : (
                <>
                  <s class="cut grow">{text}</s>
                  <UsedBy id={id} />
                </>
              )}
            </li>
          )
        })}
      </ol>
      {isLive && items.every(({ over }) => over !== undefined) && (
        <p class="soft">Nothing is scheduled.</p>
      )}
      <div class="placed">{action.message}</div>
    </div>
  )
}

/** The last request that used a failure, as the journal has it. */
function UsedBy({ id }: { id: string }) {
  const isUser = (entry: Entry) => entry.request.failureId === id
  const user = usePart(feed, ({ lines }) => lines.filter(isRequest).findLast(isUser))
  if (!user) return <span>removed</span>
  return (
    <button type="button" class="link" onClick={() => open(user.key)}>
      used by #{user.request.number}
    </button>
  )
}

function Held({ request, isOver }: { request: JsonRequest; isOver: boolean }) {
  const epoch = usePart(feed, value => value.state?.epoch)
  const { number, body } = request
  return (
    <li class="held toned" data-tone="held" data-over={isOver || undefined}>
      <button type="button" class="link grow" onClick={() => open(`${epoch}:${number}`)}>
        #{number}{' '}
        {isPlant(body) ? (
          <PlantCells plant={body} />
        ) : (
          <span class="cut">{cut(`${placeOf(request).text} ${bodyText(request) ?? ''}`)}</span>
        )}
      </button>
      {isOver ? <span>no longer held</span> : <Release request={request} />}
    </li>
  )
}

/** Releases a held request, as usual or with a failure. */
export function Release({ request }: { request: JsonRequest }): JSX.Element | null {
  const [choice, setChoice] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const action = useAction()
  const holds = usePart(feed, value => value.state?.holds)
  const isForward = usePart(feed, value => value.state?.options.forward !== undefined)
  const { number } = request
  const hold = holds?.find(each => each.request?.number === number)
  if (!hold || request.inFlight !== 'held') return null
  const release = (failure: Failure | undefined, { send } = action) =>
    send('POST', `/holds/${hold.id}/release`, failure && { failure })
  const choices = [
    isForward ? 'by the service' : 'as usual',
    ...failures.map(([failure]) => `with ${describeFailure(failure)}`),
    'with a response of your own…',
  ]
  return (
    <span class="line release">
      <Duration request={request} />
      <select
        aria-label={`Answer of request ${number}`}
        onChange={({ currentTarget }) => setChoice(currentTarget.selectedIndex)}
      >
        {choices.map((text, index) => (
          <option key={text} selected={index === choice}>
            {text}
          </option>
        ))}
      </select>
      <OnlineButton
        aria-label={`Release request ${number}`}
        onClick={() =>
          choice === choices.length - 1 ? setOpen(true) : release(failures[choice - 1]?.[0])
        }
      >
        Release
      </OnlineButton>
      {action.message}
      {isOpen && (
        <Dialog title={`Answer request #${number}`} onClose={() => setOpen(false)}>
          <Custom label="Answer with this" onChoose={release} />
        </Dialog>
      )}
    </span>
  )
}
