import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { writeJson } from '../json/write.ts'
import { useAction } from './action.tsx'
import { controlPath } from './api.ts'
import { AskingButton } from './dialog.tsx'
import { Empty } from './empty.tsx'
import { feed, isProblem, isRequest, type Line } from './feed.ts'
import { goTo, moveByKey } from './keys.tsx'
import { News } from './news.tsx'
import { usePart } from './observable.ts'
import { isPlant } from './plant-fields.ts'
import { Row } from './row.tsx'
import { isFound } from './search.ts'
import { useReader } from './still.ts'
import { linkTo, look, view } from './view.ts'
import { clock, count } from './words.ts'

/** How many rows are drawn at first, and how many more on demand. */
const DRAWN = 200

/** The requests, the newest first. The list stands still while it is read. */
export function Requests(): JSX.Element {
  const { lines, isCaughtUp, state, total } = usePart(feed, value => value)
  const { request: selected, search, isProblems } = usePart(view, value => value)
  const link = linkTo({ request: undefined, search, isProblems })
  const [drawn, setDrawn] = useState(DRAWN)
  const [focused, setFocused] = useState<string>()
  const action = useAction()
  const words = search.trim()
  const isFiltered = words !== '' || isProblems
  const entries = lines.filter(isRequest)
  const matching = isFiltered
    ? entries.filter(
        entry => (!isProblems || isProblem(entry)) && (!words || isFound(entry, words)),
      )
    : lines
  const since = `${state?.epoch} ${search} ${isProblems}`
  const { still, isReading, ...reader } = useReader(lines, { isCaughtUp, since })
  const listed = still ? matching.filter(({ key }) => still.has(key)) : matching
  const newer = matching.filter(isRequest).length - listed.filter(isRequest).length
  const visible = listed.slice(0, drawn)
  const keys = visible.filter(isRequest).map(({ key }) => key)
  // The rows are one tab stop: the row that had the focus, or else the selected or the first one.
  const tabStop = [focused, selected].find(key => key && keys.includes(key)) ?? keys[0]
  useEffect(() => {
    if (!isReading) setDrawn(DRAWN)
  }, [isReading])
  const dropped = isCaughtUp ? total - entries.length : 0
  const ended = total - (state?.inFlight.length ?? 0)
  const problems = entries.filter(isProblem).length
  return (
    <section class="requests" aria-label="Requests">
      <div class="head">
        <div class="bar">
          <h2 tabIndex={-1}>Requests</h2>
          <span class="pill cut" title={describeKept(total, dropped)}>
            {dropped > 0 && `${(total - dropped).toLocaleString('en')} of `}
            {total.toLocaleString('en')}
          </span>
          {newer > 0 && (
            <button type="button" class="quiet new" onClick={reader.catchUp}>
              ↑ {newer.toLocaleString('en')} new
            </button>
          )}
          <AskingButton
            class="quiet push"
            title="Empties the log, for everybody who uses this session"
            ask={() => (ended === 0 ? undefined : clearing(ended))}
            act={() => action.send('DELETE', '/requests')}
          >
            Clear
          </AskingButton>
          <a
            class="button quiet"
            href={`${controlPath()}/requests`}
            download="plant-store-requests.json"
            title="Saves the journal as JSON"
          >
            Export
          </a>
        </div>
        <div class="bar">
          <input
            type="search"
            class="grow"
            aria-label="Search the requests"
            placeholder="Search"
            autocomplete="off"
            spellcheck={false}
            value={search}
            onInput={({ currentTarget }) => look({ search: currentTarget.value })}
            onKeyDown={event => {
              if (event.key === 'Escape') look({ search: '' })
              if (event.key !== 'ArrowDown') return
              event.preventDefault()
              goTo(0)
            }}
          />
          {isFiltered && (
            <span class="soft" role="status">
              {matching.length.toLocaleString('en')} of {entries.length.toLocaleString('en')}
            </span>
          )}
          <fieldset class="filter" aria-label="Show">
            {[false, true].map(value => (
              <label key={String(value)}>
                <input
                  type="radio"
                  name="filter"
                  checked={isProblems === value}
                  onChange={() => look({ isProblems: value })}
                />
                <span>{value ? `Problems ${problems.toLocaleString('en')}` : 'All'}</span>
              </label>
            ))}
          </fieldset>
        </div>
        {action.message}
        <News />
      </div>
      <div class="scroll" ref={reader.scroller} {...reader.attributes}>
        {state && entries.length === 0 && <Empty isUnused={state.plants === 0} />}
        {entries.length > 0 && matching.length === 0 && (
          <div class="empty">
            <p class="lead">No request matches.</p>
            <button type="button" onClick={() => look({ search: '', isProblems: false })}>
              Show all requests
            </button>
          </div>
        )}
        <ol
          class="rows"
          aria-label="Requests"
          onKeyDown={moveByKey}
          onFocusIn={({ target }) => setFocused((target as HTMLElement).dataset.key)}
          style={{ '--id': `calc(${Math.max(2, ...visible.map(idLength))}ch + 1px)` }}
        >
          {visible.map(line =>
            isRequest(line) ? (
              <Row
                key={line.key}
                entry={line}
                href={`${link}&request=${line.key}`}
                isSelected={line.key === selected}
                isTabStop={line.key === tabStop}
              />
            ) : (
              <li class="divider toned" data-tone="odd" key={line.key}>
                {line.text}
              </li>
            ),
          )}
        </ol>
        {listed.length > drawn && (
          <p class="empty">
            <button type="button" onClick={() => setDrawn(drawn + DRAWN)}>
              Show {Math.min(DRAWN, listed.length - drawn)} older ones
            </button>
          </p>
        )}
        {state && listed.length <= drawn && (
          <p class="empty soft">
            {describeKept(total, dropped)}
            {entries.length === lines.length &&
              ` ${state.began.reason} at ${clock(state.began.time)}.`}
          </p>
        )}
      </div>
    </section>
  )
}

const clearing = (ended: number) => ({
  title: 'Clear the log?',
  text: `${count(ended, 'request')} will be gone, for everybody who uses this session.`,
  label: 'Clear the log',
})

/** The width of the id in a row, so that every row leaves as much room for one. */
const idLength = (line: Line) =>
  isRequest(line) && isPlant(line.request.body) ? writeJson(line.request.body.id).length : 0

/** Says that some are gone; nothing if none are. */
const describeKept = (total: number, dropped: number) =>
  dropped > 0
    ? `The last ${(total - dropped).toLocaleString('en')} of ${count(total, 'request')} are kept.`
    : ''
