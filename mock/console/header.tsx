import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { MockState } from '../control/types.ts'
import { CopyButton, useAction } from './action.tsx'
import { baseAddress, controlPath } from './api.ts'
import { AskingButton, DialogButton } from './dialog.tsx'
import { feed } from './feed.ts'
import { usePart } from './observable.ts'
import { draftForOperation, Send } from './send.tsx'
import { Sessions } from './sessions.tsx'
import { SettingsForm } from './settings.tsx'
import { clock, count, enumerate, scheduledHolds } from './words.ts'

const LEAF = 'M8 15V9C3 9 1 6 1 2c4 0 7 2 7 5 0-3 2-5 7-5 0 5-3 7-6 7v6z'

const CONNECTION = {
  connecting: ['Connecting…', 'odd'],
  live: ['Live', 'good'],
  silent: ['No answer', 'odd'],
  lost: ['Reconnecting…', 'odd'],
} as const

/** The top of the page: the connection, the address to use, what is behind it, and the dialogs. */
export function Header(): JSX.Element {
  const connection = usePart(feed, value => value.connection)
  const lastAnswer = usePart(feed, value => value.lastAnswer)
  const session = usePart(feed, value => value.state?.session)
  const service = usePart(feed, value => value.state?.options.forward)
  const base = usePart(feed, ({ state }) => state && baseAddress(state))
  const [text, tone] = CONNECTION[connection]
  const isAway = (connection === 'lost' || connection === 'silent') && lastAnswer > 0
  return (
    <header class="top bar">
      <h1>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={LEAF} />
        </svg>
        <span>Plant Store mock</span>
      </h1>
      <p class="pill toned" role="status" data-tone={tone}>
        {text}
        {isAway && ` since ${clock(lastAnswer)}`}
      </p>
      {base !== undefined && (
        <p class="line address">
          <code class="cut" title={base}>
            {base}
          </code>
          <CopyButton text={base} name="Copy the base address" />
        </p>
      )}
      {service !== undefined && (
        <p class="service cut" title={service}>
          in front of <b>{service}</b>
        </p>
      )}
      <div class="line push">
        <DialogButton
          class="cut"
          title="Sessions"
          label={session === undefined ? 'Default session' : `Session ${session}`}
        >
          <Sessions current={session} />
        </DialogButton>
        <DialogButton title="Send a request" label="Send" onOpen={draftForOperation}>
          <Send />
        </DialogButton>
        <DialogButton title="Settings">
          <SettingsForm />
        </DialogButton>
        <Menu />
      </div>
      <Title session={session} />
    </header>
  )
}

/** What is needed less often: the exports and the reset. */
function Menu() {
  const base = usePart(feed, ({ state }) => state && baseAddress(state))
  const session = usePart(feed, value => value.state?.session)
  const name = `plant-store-${session ?? 'requests'}`
  return (
    <DialogButton title="Menu" label="⋯" aria-label="Menu">
      <ul class="menu">
        <li>
          <a class="button" href={`${controlPath()}/requests.har`} download={`${name}.har`}>
            Export as HAR
          </a>
          <span class="soft">for the network panel of a browser</span>
        </li>
        <li>
          <a class="button" href={`${controlPath()}/requests`} download={`${name}.json`}>
            Export as JSON
          </a>
        </li>
        {base !== undefined && (
          <li>
            <CopyButton text={base} label="Copy the address" />
            <code class="cut grow">{base}</code>
          </li>
        )}
        <Reset />
      </ul>
      <p class="line soft">
        <a href={`${controlPath()}/openapi.yaml`}>openapi.yaml</a>
        <a href="https://www.npmjs.com/package/plant-store-client" rel="noreferrer">
          Documentation
        </a>
        <span>Version {document.body.dataset.version}</span>
      </p>
    </DialogButton>
  )
}

/** The title of the tab: what is held, then the session. A hidden page does not know the first. */
function Title({ session }: { session: string | undefined }) {
  const holds = usePart(feed, value => value.state?.holds) ?? []
  const [isHidden, setHidden] = useState(document.hidden)
  const held = holds.filter(({ request }) => request).length
  const parts = [
    !isHidden && held > 0 && `${held.toLocaleString('en')} held`,
    session,
    'Plant Store mock',
  ]
  const title = parts.filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    document.addEventListener('visibilitychange', () => setHidden(document.hidden))
  }, [])
  return null
}

/** The button that resets the mock. It asks where there is something to lose. */
function Reset() {
  const { send, message } = useAction()
  const place = useRef<HTMLLIElement>(null)
  const ask = () => {
    const { state, connection } = feed.value
    const lost = state && connection !== 'lost' ? findLost(state) : []
    if (lost.length === 0) return undefined
    const service = state?.options.forward
    const kept = service === undefined ? '' : ` The plants stay in ${service}.`
    const text = `It goes back to its start, which cannot be undone. This session loses ${enumerate(lost)}.${kept}`
    const what = state?.session === undefined ? 'mock' : 'session'
    return { title: `Reset the ${what}?`, text, label: `Reset the ${what}` }
  }
  const reset = async () => {
    if (await send('POST', '/reset')) place.current?.closest('dialog')?.close()
  }
  return (
    <li ref={place}>
      <AskingButton class="danger" ask={ask} act={reset}>
        Reset
      </AskingButton>
      <span class="soft">to its start</span>
      {message}
    </li>
  )
}

/** What a reset takes away. */
function findLost(state: MockState): string[] {
  const { failures, settings, options } = state
  const { latency = 0, failureRate = 0 } = options
  const { duplicateIds = 'accept', unknownFields = 'ignore' } = options
  const range = typeof latency === 'number' ? [latency, latency] : latency
  const start = { latency: range, failureRate, duplicateIds, unknownFields }
  const hasChanged = Object.entries(start).some(
    ([name, value]) => String(value) !== String(settings[name as keyof typeof settings]),
  )
  const counts = {
    request: feed.value.total, // those from before a restart are only in this page
    [state.options.forward === undefined ? 'added plant' : 'recorded plant']:
      state.plants - (options.plants ?? 0),
    'scheduled failure': failures.length,
    'scheduled hold': scheduledHolds(state).length,
  }
  const lost = Object.entries(counts).filter(([, number]) => number > 0)
  return [
    ...lost.map(([noun, number]) => count(number, noun)),
    ...(hasChanged ? ['changed settings'] : []),
  ]
}

/** Says what to do while nothing can be sent: the server is away, or a proxy is in the way. */
export function Notice(): JSX.Element | null {
  const { connection, isRefused, lastAnswer, state } = usePart(feed, value => value)
  if (connection === 'lost' && state) {
    const { port } = state.options
    const isBehindProxy = port !== undefined && String(port) !== (location.port || '80')
    return (
      <aside class="notice toned" data-tone="odd" aria-label="Connection lost">
        <strong>
          The mock server{isBehindProxy && ', or the proxy in front of it,'} is not reachable since{' '}
          {clock(lastAnswer)}.
        </strong>{' '}
        Start {isBehindProxy ? 'what has ended' : 'it'} again: this page reconnects automatically.
      </aside>
    )
  }
  if (!isRefused) return null
  return (
    <aside class="notice toned" data-tone="odd" aria-label="Refused by the mock">
      <strong>A proxy changes the origin of this page, so the mock refuses what it sends.</strong>{' '}
      Have the proxy keep the <code>Host</code> header; in Vite’s <code>server.proxy</code> by{' '}
      <code>{`{ target: 'http://${document.body.dataset.host}', changeOrigin: false }`}</code>
    </aside>
  )
}
