import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CopyButton, useAction } from './action.tsx'
import { baseAddress, controlPath } from './api.ts'
import { toRestartCommand } from './commands.ts'
import { AskingButton, DialogButton, type Question } from './dialog.tsx'
import { feed } from './feed.ts'
import { Check } from './fields.tsx'
import { usePart } from './observable.ts'
import { letters } from './rows.ts'
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
  const { connection, lastAnswer, state } = usePart(feed, value => value)
  const session = state?.session
  const service = state?.options.forward
  const base = state && baseAddress(state)
  const [text, tone] = CONNECTION[connection]
  const isAway = (connection === 'lost' || connection === 'silent') && lastAnswer > 0
  const held = connection === 'live' ? state?.holds.filter(({ request }) => request).length : 0
  useEffect(() => {
    const parts = [held ? `${held.toLocaleString('en')} held` : '', session, 'Plant Store mock']
    document.title = parts.filter(Boolean).join(' · ')
  }, [held, session])
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
        <p class="service pill toned cut" data-tone="held" title={service}>
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
        <DialogButton title="Menu" label="⋯" aria-label="Menu">
          <Menu base={base} name={`plant-store-${session ?? 'requests'}`} />
        </DialogButton>
      </div>
    </header>
  )
}

/** What is needed less often: the exports and the reset. */
function Menu({ base, name }: { base: string | undefined; name: string }) {
  const { send, message } = useAction()
  const list = useRef<HTMLUListElement>(null)
  const reset = async () => {
    if (await send('POST', '/reset')) list.current?.closest('dialog')?.close()
  }
  return (
    <>
      <ul class="menu" ref={list}>
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
        <li>
          <AskingButton class="danger" ask={askForReset} act={reset}>
            Reset
          </AskingButton>
          <span class="soft">to its start</span>
          {message}
        </li>
        <li>
          <Check
            label="Keys: / searches, j and k move between requests"
            defaultChecked={letters.areOn()}
            onInput={({ currentTarget }) => letters.turn(currentTarget.checked)}
          />
        </li>
      </ul>
      <p class="line soft">
        <a href={`${controlPath()}/openapi.yaml`}>openapi.yaml</a>
        <a href="https://www.npmjs.com/package/plant-store-client" rel="noreferrer">
          Documentation
        </a>
        <span>Version {document.body.dataset.version}</span>
      </p>
    </>
  )
}

/** Asks before a reset where there is something to lose. */
function askForReset(): Question | false {
  const { state, connection, total } = feed.value
  if (!state || connection === 'lost') return false
  const { failures, plants, options, session } = state
  const service = options.forward
  const counts = {
    request: total, // those from before a restart are only in this page
    [service === undefined ? 'added plant' : 'recorded plant']: plants - (options.plants ?? 0),
    'scheduled failure': failures.length,
    'scheduled hold': scheduledHolds(state).length,
  }
  const lost = Object.entries(counts).filter(([, number]) => number > 0)
  if (lost.length === 0) return false
  const what = enumerate(lost.map(([noun, number]) => count(number, noun)))
  const kept = service === undefined ? '' : ` The plants stay in ${service}.`
  const title = `Reset the ${session === undefined ? 'mock' : 'session'}`
  return {
    title: `${title}?`,
    text: `It goes back to its start, settings included, which cannot be undone. This session loses ${what}.${kept}`,
    label: title,
  }
}

/** Says what to do while nothing can be sent: the server is away, or a proxy is in the way. */
export function Notice(): JSX.Element | null {
  const { connection, isRefused, lastAnswer, state, token } = usePart(feed, value => value)
  if (connection === 'lost' && state) {
    const command = toRestartCommand(state, token)
    const { port } = state.options
    const isBehindProxy = port !== undefined && String(port) !== (location.port || '80')
    return (
      <aside class="notice toned" data-tone="odd" aria-label="Connection lost">
        <strong>
          The mock server{isBehindProxy && ', or the proxy in front of it,'} is not reachable since{' '}
          {clock(lastAnswer)}.
        </strong>{' '}
        Start {isBehindProxy ? 'what has ended' : 'it'} again, and this page reconnects. The command
        of the mock, without plants and what was set in code: <code>{command}</code>{' '}
        <CopyButton text={command} name="Copy the command that starts the mock" />
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
