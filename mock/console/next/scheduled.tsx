import type { JSX } from 'preact'
import { useEffect, useReducer, useRef } from 'preact/hooks'
import type { JsonFailure, JsonHold, JsonRequest } from '../../control/types.ts'
import { callControl } from '../connection/api.ts'
import { feed } from '../connection/feed.ts'
import { list, log } from '../list/list.ts'
import { type Action, OnlineButton } from '../parts/action.tsx'
import { useKeptFocus } from '../parts/focus.ts'
import { usePart } from '../parts/observable.ts'
import { PlantCells } from '../plants/cells.tsx'
import { isPlant } from '../plants/fields.ts'
import { bodyLine, lineOf } from '../text.ts'
import { open } from '../view.ts'
import { placeOf } from '../words.ts'
import { Release } from './release.tsx'
import { describeScheduled } from './sentences.ts'

/** A failure or a hold: scheduled, met by a request that is held, or over. */
interface Item {
  readonly is: JsonFailure | JsonHold
  /** Its place in the order in which a request meets what is scheduled. */
  readonly number?: number
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
  const { held = [], scheduled = [] } = state ?? {}
  const told = new Map<string, Item>()
  for (const is of held) told.set(is.id, { is })
  for (const [index, is] of scheduled.entries()) told.set(is.id, { is, number: index + 1 })
  const before = known.current.map(item => told.get(item.is.id) ?? { over: now, ...item })
  // A key of a map keeps its first place.
  const all = new Map([...before.map(item => [item.is.id, item] as const), ...told])
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

const requestOf = ({ is }: Item): JsonRequest | undefined =>
  'request' in is ? is.request : undefined

/** What is scheduled and held. A click acts on what it hits, by its id. */
export function Scheduled({ run }: { run: Action['run'] }): JSX.Element {
  const part = useRef<HTMLDivElement>(null)
  const isPointed = useRef(false)
  const { items, tidy } = useItems(isPointed)
  const isLive = usePart(feed, ({ connection }) => connection === 'live')
  useKeptFocus(part, 'li [aria-label]')
  const current = items.filter(({ over }) => over === undefined)
  const held = current.filter(requestOf)
  const releaseAll = (which: readonly Item[]) =>
    Promise.all(which.map(({ is }) => end('POST', `/holds/${is.id}/release`)))
  /** Removes the failures and holds that no request has used. */
  const removeAll = () =>
    run(async () => {
      await releaseAll(current.filter(item => !('failure' in item.is) && !requestOf(item)))
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
          data-hidden={current.length === held.length || undefined}
          onClick={removeAll}
        >
          Remove all
        </OnlineButton>
      </div>
      <ol aria-label="Scheduled">
        {items.map(item => {
          const { is, over } = item
          const request = requestOf(item)
          return (
            <li
              key={is.id}
              data-id={is.id}
              data-tone={'failure' in is ? 'odd' : 'held'}
              data-over={over !== undefined || undefined}
              class="toned"
            >
              {request ? (
                <Held request={request} isOver={over !== undefined} />
              ) : over === undefined ? (
                <Planned item={item} run={run} />
              ) : (
                <Over item={item} />
              )}
            </li>
          )
        })}
      </ol>
      {isLive && current.length === 0 && <p class="soft">Nothing is scheduled.</p>}
      {current.length > held.length + 1 && (
        <p class="soft">
          Each request goes through these in order: the first hold that is for it holds it, and the
          first failure that is for it ends it.
        </p>
      )}
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

function Planned({ item: { is, number }, run }: { item: Item; run: Action['run'] }) {
  const sentence = describeScheduled(is)
  const remove = () =>
    'failure' in is ? end('DELETE', `/failures/${is.id}`) : end('POST', `/holds/${is.id}/release`)
  return (
    <>
      <b>{number}</b>
      <span class="clamped" title={sentence}>
        {sentence}
      </span>
      <OnlineButton class="quiet" aria-label={`Remove: ${sentence}`} onClick={() => run(remove)}>
        ✕
      </OnlineButton>
    </>
  )
}

/** With the last request that used it, as the list has it. */
function Over({ item: { is } }: { item: Item }) {
  const user = usePart(list, () => log.findLast(({ request }) => request.failureId === is.id))
  return (
    <>
      <s class="clamped">{describeScheduled(is)}</s>
      {user ? (
        <button type="button" class="link" onClick={() => open(user.key)}>
          used by #{user.request.number}
        </button>
      ) : (
        <span>no longer there</span>
      )}
    </>
  )
}

function Held({ request, isOver }: { request: JsonRequest; isOver: boolean }) {
  const epoch = usePart(feed, value => value.state?.epoch)
  const { number, body } = request
  return (
    <div class="held grow">
      <button type="button" class="link" onClick={() => open(`${epoch}:${number}`)}>
        #{number}{' '}
        {isPlant(body) ? (
          <PlantCells plant={body} />
        ) : (
          <span class="cut">{lineOf(`${placeOf(request).text} ${bodyLine(request) ?? ''}`)}</span>
        )}
      </button>
      {isOver ? <span>no longer held</span> : <Release request={request} />}
    </div>
  )
}
