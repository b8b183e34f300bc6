import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JsonRequest, MockState } from '../../control/types.ts'
import { feed } from '../connection/feed.ts'
import { repeatedBy } from '../connection/send-and-find.ts'
import type { Entry } from '../list/entries.ts'
import { list, log, rowFocus } from '../list/list.ts'
import { Duration, Status } from '../list/row.tsx'
import { Release } from '../next/release.tsx'
import { useKeptFocus } from '../parts/focus.ts'
import { usePart } from '../parts/observable.ts'
import { clock, dateTime, visible } from '../text.ts'
import { open, view } from '../view.ts'
import { describeEnd, describeOutcome, describeWait, listIgnored, pathOf } from '../words.ts'
import { Actions } from './actions.tsx'
import { Messages } from './messages.tsx'

/** The request that is selected: what happened to it, and what can be done with it. */
export function Detail(): JSX.Element | null {
  const key = usePart(view, value => value.request)
  const state = usePart(feed, value => value.state)
  const listed = usePart(list, () => log.get(key))
  const isKept = usePart(list, () => key !== undefined && log.isKept(key))
  const part = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef<Entry>(undefined)
  if (listed) last.current = listed
  // The open request stays, even after the list has dropped it.
  const entry = last.current?.key === key ? last.current : undefined
  useKeptFocus(part, '.head button')
  useLayoutEffect(() => {
    // On a small screen the detail lies over the row that had the focus.
    const isSeen = document.activeElement?.checkVisibility({ checkVisibilityCSS: true })
    if (key !== undefined && !isSeen) heading.current?.focus()
    return () => {
      if (key !== undefined && view.value.request === undefined) rowFocus.move(key)
    }
  }, [key])
  if (key === undefined) return null
  return (
    <section
      class="detail"
      ref={part}
      aria-label="Request"
      data-tone={entry?.outcome}
      onKeyDown={event => {
        if (event.key === 'Escape') open(undefined)
      }}
    >
      <div class="head">
        <div class="bar">
          {entry && <Status request={entry.request} />}
          <h2 class="grow" tabIndex={-1} ref={heading}>
            {entry ? visible(`${entry.request.method} ${pathOf(entry.request.url)}`) : 'Request'}
          </h2>
          <button
            type="button"
            class="quiet"
            aria-label="Close the request"
            onClick={() => open(undefined)}
          >
            ✕
          </button>
        </div>
        {state && !isKept && <p class="soft">{describeGone(key, entry, state)}</p>}
        {entry && <Summary key={key} entry={entry} />}
      </div>
      {entry && <Messages key={key} request={entry.request} />}
    </section>
  )
}

/** That the mock does not have a request: its key begins with the start and the session that it belongs to. */
function describeGone(key: string, entry: Entry | undefined, { epoch, began }: MockState): string {
  const when = key.startsWith(`${epoch}:`) ? '' : ` ${began.reason} at ${clock(began.time)}.`
  const gone = 'The mock no longer has this request'
  return `${gone}${entry ? '; only this page does' : ''}.${when}`
}

/** What happened, and the buttons. */
function Summary({ entry }: { entry: Entry }) {
  const { request, again } = entry
  const { number, time, session, forwarded } = request
  const service = usePart(feed, value => value.state?.options.forward)
  const repeated = repeatedBy(request)
  return (
    <>
      <p class="soft">
        <Duration request={request} /> · {dateTime(time)} · request #{number}
        {session !== undefined && ` · session ${session}`}
        {forwarded && ` · forwarded${service === undefined ? '' : ` to ${service}`}`}
      </p>
      {again && (
        <p class="soft">
          The same body as <Reference to={again.key} />, {(again.ms / 1_000).toFixed(1)} s after
          that one failed.
        </p>
      )}
      {repeated && (
        <p class="soft">
          {repeated.isOwn ? 'It repeats ' : 'Its header x-mock-console says that it repeats '}
          <Reference to={repeated.key} />
          {repeated.token && `, with ${repeated.token}, since tokens are not stored`}.
        </p>
      )}
      {verdictsOf(request).map(([text, tone]) => (
        <p class="verdict" data-tone={tone} key={text}>
          {visible(text)}
        </p>
      ))}
      <Release request={request} />
      <Actions entry={entry} />
    </>
  )
}

const Reference = ({ to }: { to: string }) => (
  <button type="button" class="link" onClick={() => open(to)}>
    request #{to.split(':').at(-1)}
  </button>
)

/** What happened, in sentences and their tones; nothing if it was simply answered. */
function verdictsOf(request: JsonRequest): [text: string, tone?: string][] {
  const { violations = [], ignored } = request
  const fields = `Ignored, since a new plant has no such field: ${listIgnored(request)}.`
  return [
    ...describeEnding(request).map((text): [string] => [text]),
    ...violations.map((text): [string, string] => [`Breaks the contract: ${text}.`, 'bad']),
    ...(ignored ? [[fields, 'odd'] as [string, string]] : []),
  ]
}

function describeEnding(request: JsonRequest): string[] {
  const { failure, reason, handler, response } = request
  const waiting = describeWait(request)
  if (waiting) return [`${waiting}.`]
  const end = describeEnd(request)
  if (failure) return [`${describeOutcome(request)}. No plant was added.`, ...(end ? [end] : [])]
  if (!response) return [`No response: ${reason ?? 'the connection ended'}`]
  return handler ? ['Answered by a handler.'] : reason ? [reason] : []
}
