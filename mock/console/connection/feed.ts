import {
  type JsonRequest,
  MAX_WAIT_MS,
  type MockChanges,
  type MockState,
} from '../../control/types.ts'
import { writeJson } from '../../json/write.ts'
import { type Entry, forgetFailed, toEnded, toEntry } from '../list/entries.ts'
import { filterNext } from '../list/filter.ts'
import { log, update } from '../list/list.ts'
import { Observable } from '../parts/observable.ts'
import { clock } from '../text.ts'
import { callControl, controlPath, showInAddress } from './api.ts'

/** What the page knows of the mock, besides the list: `list/list.ts` has it. */
export interface Feed {
  /** Silent: there has been no answer for too long. */
  readonly connection: 'connecting' | 'live' | 'silent' | 'lost'
  /** When the mock last answered, in milliseconds since 1970. */
  readonly lastAnswer: number
  /** Undefined until the server has answered. */
  readonly state: MockState | undefined
  /** The clock of the server, as long as there is a server. It goes while something waits. */
  readonly now: number
  /** The first token of the server's command line, which the page carries. */
  readonly token: string | undefined
  /** The version of the mock, if this page is of another one. */
  readonly otherVersion: string | undefined
}

export const feed: Observable<Feed> = new Observable<Feed>({
  connection: 'connecting',
  lastAnswer: 0,
  state: undefined,
  now: 0,
  token: undefined,
  otherVersion: undefined,
})

/** Follows the server while the page is open. */
export async function followMock({ token }: { token?: string }): Promise<void> {
  feed.set({ token })
  setInterval(tick, 1_000)
  // A browser has six connections to a server for all of its tabs: a hidden page leaves them to the others.
  let asking = new AbortController()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) asking.abort('hidden')
  })
  for (let version = ''; ; ) {
    if (document.hidden) await untilSeen()
    asking = new AbortController()
    const { signal } = asking
    const late = setTimeout(() => asking.abort(), LATE_MS)
    const start = performance.now()
    try {
      // To what is not quite its version, the mock answers at once.
      const isLive = feed.value.connection === 'live'
      const after = new URLSearchParams({ after: isLive ? version : `${version}:` })
      const changes = (await callControl(
        'GET',
        `/changes?${after}`,
        undefined,
        signal,
      )) as MockChanges
      version = changes.version
      receive(changes)
      if (changes.rest === 0) await pauseUntil(start + PACE_MS)
    } catch {
      const isHidden = signal.reason === 'hidden'
      feed.set({ connection: isHidden ? 'connecting' : signal.aborted ? 'silent' : 'lost' })
      if (!isHidden) await pauseUntil(start + RETRY_MS)
    } finally {
      clearTimeout(late)
    }
  }
}

/** How many milliseconds the server's clock is ahead of the browser's. */
let clockLead = 0

/** The one clock of the page. */
function tick(): void {
  const { connection, state } = feed.value
  if (connection === 'live' && state && state.inFlight.length > 0)
    feed.set({ now: Date.now() + clockLead })
}

const untilSeen = () =>
  new Promise(resolve => document.addEventListener('visibilitychange', resolve, { once: true }))

/** Changes that follow closely are received together. The first one after a pause is shown at once. */
const PACE_MS = 250

const RETRY_MS = 1_000

const LATE_MS = MAX_WAIT_MS + 5_000

/** Without a timer if the time has come: browsers slow those of hidden pages, https://developer.chrome.com/blog/timer-throttling-in-chrome-88 */
async function pauseUntil(time: number): Promise<void> {
  const ms = time - performance.now()
  if (ms > 0) await new Promise(resolve => setTimeout(resolve, ms))
}

/** What has been told in parts of one epoch, of which only the whole is shown. */
let told = { epoch: '', missed: 0, requests: [] as JsonRequest[] }

function receive({ state: next, missed, requests, time, rest }: MockChanges): void {
  if (told.epoch !== next.epoch) told = { epoch: next.epoch, missed: 0, requests: [] }
  // What the mock drops are the oldest: all that it has told before is gone, too.
  if (missed > 0)
    told = { ...told, missed: told.missed + told.requests.length + missed, requests: [] }
  told.requests.push(...requests)
  if (rest > 0) return
  const { state: before } = feed.value
  const state = before ? keepEqual(before, next) : next
  clockLead = time - Date.now()
  update(() => {
    if (state.epoch !== before?.epoch) begin(state, before)
    log.receive({
      missed: told.missed,
      ended: told.requests.map(request => toEntry(request, state.epoch)),
      waiting: state.inFlight.map(request => toWaiting(request, state.epoch)),
      kept: state.kept,
    })
    told = { epoch: state.epoch, missed: 0, requests: [] }
    feed.value = { ...feed.value, state }
  })
  filterNext()
  feed.set({
    connection: 'live', // only now does the page show what the server has
    lastAnswer: Date.now(),
    now: time,
  })
}

/** The parts of a state that are as before stay the same objects, so that only what changes is drawn. */
function keepEqual(before: MockState, state: MockState): MockState {
  const parts = new Map<string, unknown>(Object.entries(before))
  const keep = ([name, part]: [string, unknown]) => {
    const old = parts.get(name)
    return [name, writeJson(old) === writeJson(part) ? old : part]
  }
  return Object.fromEntries(Object.entries(state).map(keep)) as MockState
}

/** The same entry as before, for a request that waits as it did. */
function toWaiting(request: JsonRequest, epoch: string): Entry {
  const known = log.get(`${epoch}:${request.number}`)
  return known && (known.request === request || writeJson(known.request) === writeJson(request))
    ? known
    : toEntry(request, epoch)
}

/** A reset empties the list. It is kept when the mock is restarted or the session created again. */
function begin(state: MockState, before: MockState | undefined): void {
  const { time, reason } = state.began
  const heading = `${reason} at ${clock(time)}.`
  const isRestart = before !== undefined && startOf(before) !== startOf(state)
  showInAddress(state.session)
  forgetFailed()
  if (isRestart) void readPage()
  if (!isRestart || log.count() === 0) {
    log.begin(heading)
    return
  }
  log.restart(`${heading} The requests above are from before: only this page has them.`, toEnded)
}

/** The part of an epoch that changes with a restart. */
const startOf = ({ epoch }: MockState) => epoch.replace(/-\d+$/, '')

/** Another server may have another token, and be of another version. */
async function readPage(): Promise<void> {
  try {
    const page = await (await fetch(controlPath())).text()
    const read = (name: string) => new RegExp(`<body[^>]* data-${name}="([^"]*)"`).exec(page)?.[1]
    const version = read('version')
    const isOther = version !== document.body.dataset.version
    feed.set({ token: read('token'), otherVersion: isOther ? version : undefined })
  } catch {
    // Disconnected again, which the page shows elsewhere.
  }
}
