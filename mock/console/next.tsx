import type { JSX } from 'preact'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { method, path } from '../../generated/contract.ts'
import type { JsonFailure, JsonHold, JsonRequest } from '../control/types.ts'
import type { MockFailure } from '../store/failure.ts'
import { type Action, OnlineButton, useAction } from './action.tsx'
import { callControl } from './api.ts'
import { Chooser } from './chooser.tsx'
import { type Entry, feed, isRequest } from './feed.ts'
import { Check, Field, readForm } from './fields.tsx'
import { useKeptFocus } from './focus.ts'
import { usePart } from './observable.ts'
import { PlantCells } from './plant-cells.tsx'
import { isPlant, plantFields, readPlant } from './plant-fields.ts'
import { Duration } from './row.tsx'
import { open } from './view.ts'
import {
  type Aim,
  bodyText,
  cut,
  describeAim,
  describeChoice,
  describeFailure,
  describeHold,
  describeInOrder,
  describeScheduled,
  describeSettings,
  failureButtons,
  failures,
  otherFailures,
  placeOf,
  scheduledHolds,
} from './words.ts'

/** What happens to the next requests, and the controls that change it. */
export function Next(): JSX.Element {
  const [aim, setAim] = useState<Aim>({ times: 1, skip: 0 })
  const action = useAction()
  const epoch = usePart(feed, value => value.state?.epoch)
  const settings = usePart(feed, value => value.state?.settings)
  const fail = (failure: MockFailure | undefined, { send } = action) =>
    send('POST', '/failures', { failure, ...aim })
  const { match } = aim
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
              readOnly={aim.times === 'Infinity'}
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
          onClick={() => action.send('POST', '/holds', match && { match })}
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
  const [, tidy] = useReducer<number, void>(count => count + 1, 0)
  const known = useRef<Item[]>([])
  const now = Date.now()
  const current = new Map<string, Item>()
  for (const hold of state?.holds ?? []) current.set(hold.id, { id: hold.id, hold })
  for (const failure of state?.failures ?? []) current.set(failure.id, { id: failure.id, failure })
  const before = known.current.map(item => current.get(item.id) ?? { over: now, ...item })
  // A key of a map keeps its first place.
  const all = new Map([...before.map(item => [item.id, item] as const), ...current])
  const items = [...all.values()].filter(
    ({ over }) => over === undefined || isPointed.current || now - over < OVER_MS,
  )
  known.current = items
  const isTidy = items.every(({ over }) => over === undefined)
  useEffect(() => {
    if (isTidy) return
    const timer = setTimeout(tidy, OVER_MS)
    return () => clearTimeout(timer)
  }, [isTidy, items.length])
  return { items, tidy }
}

/** What is scheduled and held. A click acts on what it hits, by its id. */
function Scheduled({ run }: { run: Action['run'] }) {
  const part = useRef<HTMLDivElement>(null)
  const isPointed = useRef(false)
  const { items, tidy } = useItems(isPointed)
  const isLive = usePart(feed, ({ connection }) => connection === 'live')
  useKeptFocus(part, 'li [aria-label]')
  const open = items.filter(({ over }) => over === undefined)
  const failures = open.flatMap(({ failure }) => failure ?? [])
  const holds = open.flatMap(({ hold }) => hold ?? [])
  const held = holds.filter(({ request }) => request)
  const sentences = describeInOrder(failures)
  const releaseAll = (which: readonly JsonHold[]) =>
    Promise.all(which.map(({ id }) => end('POST', `/holds/${id}/release`)))
  /** Removes the failures and holds that no request has used. */
  const removeAll = () =>
    run(async () => {
      await releaseAll(scheduledHolds({ holds }))
      await callControl('DELETE', '/failures')
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
          onClick={() => run(() => releaseAll(held).then(() => ''))}
        >
          Release all
        </OnlineButton>
        <OnlineButton
          class="quiet"
          data-hidden={open.length === held.length || undefined}
          onClick={removeAll}
        >
          Remove all
        </OnlineButton>
      </div>
      <ol aria-label="Scheduled">
        {items.map(item => {
          const { id, hold, failure, over } = item
          const isOver = over !== undefined
          const request = hold?.request
          return (
            <li
              key={id}
              data-id={id}
              data-tone={hold ? 'held' : 'odd'}
              data-over={isOver || undefined}
              class="toned"
            >
              {request && <Held request={request} isOver={isOver} />}
              {!request && isOver && <Over item={item} />}
              {!request && !isOver && (
                <Planned
                  item={item}
                  text={failure && sentences[failures.indexOf(failure)]}
                  run={run}
                />
              )}
            </li>
          )
        })}
      </ol>
      {isLive && open.length === 0 && <p class="soft">Nothing is scheduled.</p>}
    </div>
  )
}

/** Ends a failure or a hold. What was used meanwhile is over all the same. */
async function end(method: string, path: string): Promise<string> {
  await callControl(method, path).catch(error => {
    if (error.status !== 404) throw error
  })
  return ''
}

const describe = ({ failure, hold }: Item) =>
  failure ? describeScheduled(failure) : describeHold(hold ?? {})

function Planned({
  item,
  text,
  run,
}: {
  item: Item
  text: string | undefined
  run: Action['run']
}) {
  const { id, hold } = item
  const sentence = text ?? describe(item)
  const remove = () =>
    hold ? end('POST', `/holds/${id}/release`) : end('DELETE', `/failures/${id}`)
  return (
    <>
      <span class="clamped" title={sentence}>
        {sentence}
      </span>
      <OnlineButton class="quiet" aria-label={`Remove: ${sentence}`} onClick={() => run(remove)}>
        ✕
      </OnlineButton>
    </>
  )
}

/** What was removed, or the last request that used it, as the journal has it. */
function Over({ item }: { item: Item }) {
  const isUser = (entry: Entry) => entry.request.failureId === item.id
  const user = usePart(feed, ({ lines }) => lines.filter(isRequest).findLast(isUser))
  return (
    <>
      <s class="clamped">{describe(item)}</s>
      {user ? (
        <button type="button" class="link" onClick={() => open(user.key)}>
          used by #{user.request.number}
        </button>
      ) : (
        <span>removed</span>
      )}
    </>
  )
}

function Held({ request, isOver }: { request: JsonRequest; isOver: boolean }) {
  const epoch = usePart(feed, value => value.state?.epoch)
  const { number, body } = request
  return (
    <>
      <button type="button" class="link grow" onClick={() => open(`${epoch}:${number}`)}>
        #{number}{' '}
        {isPlant(body) ? (
          <PlantCells plant={body} />
        ) : (
          <span class="cut">{cut(`${placeOf(request).text} ${bodyText(request) ?? ''}`)}</span>
        )}
      </button>
      {isOver ? <span>no longer held</span> : <Release request={request} />}
    </>
  )
}

/** Releases a held request, as usual or with a failure. */
export function Release({ request }: { request: JsonRequest }): JSX.Element | null {
  const action = useAction()
  const holds = usePart(feed, value => value.state?.holds)
  const isForward = usePart(feed, value => value.state?.options.forward !== undefined)
  const { number } = request
  const hold = holds?.find(each => each.request?.number === number)
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
        onChoose={(failure, { send } = action) =>
          send('POST', `/holds/${hold.id}/release`, failure && { failure })
        }
      />
      {action.message}
    </span>
  )
}
