import type { JSX } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { method, path, requestExample, requestMediaType } from '../../generated/contract.ts'
import { TOKEN_VARIABLE, toCurl } from '../control/curl.ts'
import { REDACTED } from '../http/redact.ts'
import { CopyButton, OnlineButton, Scrollable, useAction } from './action.tsx'
import { baseAddress, controlPath } from './api.ts'
import { type LogEntry, model } from './model.ts'
import { LogRow, WaitingRow } from './row.tsx'
import { openSend } from './tools.tsx'
import { bodyText, describeIgnored, describeOutcome, pathOf } from './words.ts'

/** What the log can be reduced to. The first one is chosen at the start. */
const CHOICES: readonly (readonly [label: string, accepts: (entry: LogEntry) => boolean])[] = [
  ['All', () => true],
  ['Problems', ({ outcome }) => outcome !== 'good'],
  ['2xx', hasClass(2)],
  ['3xx', hasClass(3)],
  ['4xx', hasClass(4)],
  ['5xx', hasClass(5)],
  ['No response', ({ request }) => request.status === undefined],
  ['Failures', ({ request }) => request.failure !== undefined],
]

function hasClass(first: number): (entry: LogEntry) => boolean {
  return ({ request }) => Math.floor((request.status ?? 0) / 100) === first
}

/** The requests: those in flight, then the log, the newest first. */
export function Log(): JSX.Element {
  const [words, setWords] = useState('')
  const [choice, setChoice] = useState('All')
  const [focused, setFocused] = useState<string>()
  const action = useAction()
  const { state, lines, entries, queue, isPaused } = model
  const isOnline = model.connection !== 'lost'
  const accepts = CHOICES.find(([label]) => label === choice)?.[1] ?? (() => true)
  const wanted = words.trim().toLowerCase()
  const matching = entries.filter(
    entry => accepts(entry) && (wanted === '' || searchedText(entry).includes(wanted)),
  )
  const shown = new Set(matching.map(({ key }) => key))
  const { inFlight } = state
  const waiting = [...inFlight].reverse()
  const keys = [...waiting.map(each => model.keyOf(each)), ...shown]
  // The rows are one tab stop: the row that has the focus, or the first one.
  const tabStop = focused !== undefined && keys.includes(focused) ? focused : keys[0]
  const isEmpty = lines.length === 0 && inFlight.length === 0 && model.connection !== 'connecting'
  useLayoutEffect(restoreFocus)
  const clearFilters = () => {
    setWords('')
    setChoice('All')
    document.getElementById('search')?.focus()
  }
  return (
    <section class="log" id="log" aria-labelledby="log-title">
      <div class="bar">
        <h2 id="log-title" tabIndex={-1}>
          Requests
        </h2>
        <span class="pill">{model.count.toLocaleString('en')}</span>
        <input
          type="search"
          id="search"
          aria-label="Search path, bodies and reason"
          placeholder="Search path, bodies, reason"
          autocomplete="off"
          spellcheck={false}
          aria-keyshortcuts="/"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') setWords('')
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            rows()[0]?.focus()
          }}
        />
        <button
          type="button"
          id="pause"
          aria-pressed={isPaused}
          aria-keyshortcuts="p"
          onClick={() => model.togglePause()}
        >
          {isPaused ? `Resume${queue.length > 0 ? ` (${model.hidden} new)` : ''}` : 'Pause'}
        </button>
        <OnlineButton
          title="Empties the log, and nothing else"
          onClick={() => action.send('DELETE', '/requests', {}, 'The log was cleared.')}
        >
          Clear log
        </OnlineButton>
        <a
          class="button"
          href={`${controlPath()}/requests`}
          download="plant-store-requests.json"
          title="Saves the server's journal as JSON"
          aria-disabled={!isOnline || undefined}
          onClick={event => {
            if (isOnline) return
            event.preventDefault()
            void action.run(async () => '')
          }}
        >
          Export
        </a>
      </div>
      <fieldset class="filters line" aria-label="Show">
        {CHOICES.map(([label, accepts], index) => {
          const found = entries.filter(accepts).length + (index === 0 ? inFlight.length : 0)
          return (
            <label class="choice" key={label} hidden={found === 0 && index > 1 && label !== choice}>
              <input
                type="radio"
                name="filter"
                checked={label === choice}
                onChange={() => setChoice(label)}
              />
              <span>
                {label} <b>{found.toLocaleString('en')}</b>
              </span>
            </label>
          )
        })}
      </fieldset>
      {action.message}
      <p class="visually-hidden" role="status">
        {model.announcement}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows */}
      <div
        class="lists"
        onKeyDown={moveByKey}
        onFocusIn={({ target }) =>
          setFocused((target as HTMLElement).closest<HTMLElement>('li')?.dataset.key)
        }
        onFocusOut={() => setFocused(undefined)}
      >
        {isEmpty && (queue.length > 0 ? <Paused /> : <Empty />)}
        {entries.length > 0 && matching.length === 0 && (
          <div class="empty">
            <p class="lead">No request matches.</p>
            <button type="button" onClick={clearFilters}>
              Show all requests
            </button>
          </div>
        )}
        <div class="waiting">
          <ol class="rows" aria-label="Waiting requests">
            {waiting.map(request => (
              <WaitingRow
                key={model.keyOf(request)}
                request={request}
                isTabStop={model.keyOf(request) === tabStop}
                action={action}
              />
            ))}
          </ol>
        </div>
        <ol class="rows" id="rows" aria-labelledby="log-title">
          {lines.map(line =>
            'text' in line ? (
              <li class="divider toned" data-tone="odd" key={line.key}>
                {line.text}
              </li>
            ) : (
              <LogRow
                key={line.key}
                entry={line}
                isHidden={!shown.has(line.key)}
                isTabStop={line.key === tabStop}
                isOnline={isOnline}
              />
            ),
          )}
        </ol>
      </div>
    </section>
  )
}

const Paused = () => (
  <div class="empty">
    <p class="lead">The log is paused.</p>
    <p>
      {model.hidden} new {model.queue.length === 1 ? 'request is' : 'requests are'} not shown.
    </p>
  </div>
)

function Empty() {
  const token = model.knownToken
  const command = toCurl(
    {
      method,
      url: baseAddress(model.state) + path,
      headers: { authorization: `Bearer ${REDACTED}`, 'content-type': requestMediaType },
      body: requestExample,
    },
    { token },
  )
  return (
    <div class="empty">
      <p class="lead">No requests yet.</p>
      <p>
        Give the base address above to your client,{' '}
        <button type="button" class="link" onClick={openSend}>
          send a request from this page
        </button>
        , or add a first plant from a terminal
        {token === undefined && (
          <>
            {' '}
            where <code>{TOKEN_VARIABLE}</code> is a token of the mock
          </>
        )}
        :
      </p>
      <div class="copyable">
        <Scrollable id="first-curl" label="curl command that adds a first plant" text={command} />
        <CopyButton
          text={command}
          name="Copy: curl command that adds a first plant"
          selects="first-curl"
        />
      </div>
    </div>
  )
}

/** The texts of the requests that were searched. */
const searched = new WeakMap<LogEntry, string>()

function searchedText(entry: LogEntry): string {
  const known = searched.get(entry)
  if (known !== undefined) return known
  const { request } = entry
  const { method, url, status = 'none', response = {} } = request
  const parts = [
    bodyText(request),
    describeOutcome(request),
    describeIgnored(request),
    bodyText(response),
  ]
  const text = [method, pathOf(url), status, ...parts].join('\n').toLowerCase()
  searched.set(entry, text)
  return text
}

/** The rows that the filter shows. */
const rows = () => [
  ...document.querySelectorAll<HTMLElement>('.rows > li:not([hidden]) > details > .row'),
]

/** The arrow keys, Home and End move between rows, the right and left arrow expand and collapse. */
function moveByKey(event: KeyboardEvent): void {
  const row = event.target as HTMLElement
  if (!row.matches('.row') || event.altKey || event.ctrlKey || event.metaKey) return
  const details = row.parentElement as HTMLDetailsElement
  if (event.key === 'ArrowRight') details.open = true
  else if (event.key === 'ArrowLeft') details.open = false
  else {
    const all = rows()
    const index = all.indexOf(row)
    const last = all.length - 1
    const next = {
      ArrowDown: Math.min(index + 1, last),
      ArrowUp: Math.max(index - 1, 0),
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    all[next]?.focus()
  }
  event.preventDefault()
}

/**
 * A row that goes leaves its focus to the row of the same request, which was in flight, or to the last
 * one, since it is the oldest that goes.
 */
function restoreFocus(): void {
  if (model.lostFocus === undefined) return
  if (document.activeElement !== document.body) {
    model.lostFocus = undefined
    return
  }
  const { key, wasInFlight } = model.lostFocus
  const all = rows()
  const same = all.find(row => row.closest('li')?.dataset.key === key)
  const next = same ?? (wasInFlight ? undefined : all.at(-1))
  next?.focus({ preventScroll: true })
}
