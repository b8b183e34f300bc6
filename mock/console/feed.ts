import {
  type JsonRequest,
  MAX_WAIT_MS,
  type MockChanges,
  type MockState,
} from '../control/types.ts'
import { writeJson } from '../json/write.ts'
import { findAgain, forgetFailures } from './again.ts'
import { callControl, fetchToken, isChangedOrigin, showInAddress } from './api.ts'
import { Observable } from './observable.ts'
import { view } from './view.ts'
import { type Again, clock, type Outcome, outcomeOf } from './words.ts'

/** A request of the list. */
export interface Entry {
  /** Tells it from every other request, also from those before a reset or a restart. */
  readonly key: string
  readonly request: JsonRequest
  readonly outcome: Outcome
  /** Set if the same was sent shortly before, and failed. */
  readonly again: Again | undefined
}

/** Where the mock was started again. The requests above are older. */
export interface Divider {
  readonly key: string
  readonly text: string
}

export type Line = Entry | Divider

export const isRequest = (line: Line): line is Entry => 'request' in line

/** What the page knows of the mock. */
export interface Feed {
  /** Silent: there has been no answer for too long. */
  readonly connection: 'connecting' | 'live' | 'silent' | 'lost'
  /** When the mock last answered, in milliseconds since 1970. */
  readonly lastAnswer: number
  /** Undefined until the server has answered. */
  readonly state: MockState | undefined
  /** The requests, in flight or answered: the newest last, by the order of their arrival. */
  readonly lines: readonly Line[]
  /** Since when the list goes on. */
  readonly since: string
  /** How many requests there were, also if they are no longer kept. */
  readonly total: number
  /** Whether the page has all requests of the journal. */
  readonly isCaughtUp: boolean
  /** The clock of the server, as long as there is a server. It goes while something waits. */
  readonly now: number
  /** The first token of the server's command line, which the page carries. */
  readonly token: string | undefined
  /** Whether a proxy changes the origin of what the page sends, so that the mock refuses it. */
  readonly isRefused: boolean
}

export const feed: Observable<Feed> = new Observable<Feed>({
  connection: 'connecting',
  lastAnswer: 0,
  state: undefined,
  lines: [],
  since: '',
  total: 0,
  isCaughtUp: false,
  now: 0,
  token: undefined,
  isRefused: false,
})

/** The journal of a mock may keep more than a page can show. */
const MAX_REQUESTS = 10_000

/** Follows the server while the page is open. */
export async function follow({ token, host }: { token?: string; host?: string }): Promise<void> {
  feed.set({ token })
  setInterval(tick, 1_000)
  if (host !== undefined && host !== location.host)
    void isChangedOrigin().then(isRefused => feed.set({ isRefused }))
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
      const changes = await callControl('GET', `/changes?${after}`, undefined, signal)
      version = (changes as MockChanges).version
      receive(changes as MockChanges)
      if ((changes as MockChanges).rest === 0) await pauseUntil(start + PACE_MS)
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

/** The requests of this epoch that were answered, the last one last: the mock drops them in this order. */
let answered: readonly Entry[] = []

/** What is kept from before the mock was started again. */
let past: readonly Line[] = []

function receive({ state: next, requests, time, rest }: MockChanges): void {
  const { state: before } = feed.value
  const state = before ? keepEqual(before, next) : next
  if (state.epoch !== before?.epoch) begin(state)
  // What is read stays, even after the mock has dropped it.
  const kept = view.value.isFollowing ? (state.options.maxRequests ?? 1_000) : MAX_REQUESTS
  const told = requests.map(request => toEntry(request, state))
  const all = [...answered, ...told]
  answered = all.slice(Math.max(0, all.length - Math.min(kept, MAX_REQUESTS)))
  const waiting = state.inFlight.map(request => toEntry(request, state))
  clockLead = time - Date.now()
  feed.set({
    connection: 'live', // only now does the page show what the server has
    lastAnswer: Date.now(),
    state,
    lines: [...past, ...[...answered, ...waiting].sort(byArrival)],
    total: state.requests + waiting.length + past.filter(isRequest).length,
    isCaughtUp: rest === 0,
    now: time,
  })
}

const byArrival = (a: Entry, b: Entry) => a.request.number - b.request.number

/** The parts of a state that are as before stay the same objects, so that only what changes is drawn. */
function keepEqual(before: MockState, state: MockState): MockState {
  const parts = new Map<string, unknown>(Object.entries(before))
  const keep = ([name, part]: [string, unknown]) => {
    const old = parts.get(name)
    return [name, writeJson(old) === writeJson(part) ? old : part]
  }
  return Object.fromEntries(Object.entries(state).map(keep)) as MockState
}

function toEntry(request: JsonRequest, { epoch }: MockState): Entry {
  const key = `${epoch}:${request.number}`
  const outcome = outcomeOf(request)
  return { key, request, outcome, again: findAgain(key, request, outcome) }
}

/** A reset empties the list. It is kept when the mock is restarted or the session created again. */
function begin(state: MockState): void {
  const { state: before, lines } = feed.value
  showInAddress(state.session)
  answered = []
  past = []
  forgetFailures()
  const { time, reason } = state.began
  const since = `${reason} at ${clock(time)}.`
  const isRestart = before !== undefined && startOf(before) !== startOf(state)
  if (isRestart) void refreshToken()
  if (isRestart && lines.length > 0) {
    const divider = { key: state.epoch, text: `${since} The requests above are from before.` }
    past = [...lines.map(toEnded), divider].slice(-MAX_REQUESTS)
  } else feed.set({ since })
}

/** The part of an epoch that changes with a restart. */
const startOf = ({ epoch }: MockState) => epoch.replace(/-\d+$/, '')

/** A request that was in flight ended with its session. */
function toEnded(line: Line): Line {
  if (!isRequest(line) || !line.request.inFlight) return line
  const { inFlight: _, ...request } = line.request
  return { ...line, request: { ...request, reason: 'It was in flight when its session ended' } }
}

/** Another server may have another token. */
async function refreshToken(): Promise<void> {
  try {
    feed.set({ token: await fetchToken() })
  } catch {
    // Disconnected again, which the page shows elsewhere.
  }
}
