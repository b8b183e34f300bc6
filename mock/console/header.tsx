import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { baseAddress } from './connection/api.ts'
import { feed } from './connection/feed.ts'
import { DialogButton } from './dialogs/dialog.tsx'
import { Menu } from './dialogs/menu.tsx'
import { draftForOperation, Send } from './dialogs/send.tsx'
import { Sessions } from './dialogs/sessions.tsx'
import { SettingsForm } from './dialogs/settings.tsx'
import { CopyButton } from './parts/copy.tsx'
import { usePart } from './parts/observable.ts'
import { clock, grouped } from './text.ts'

/** Of the page, also where there is room for the leaf alone. */
const NAME = 'Plant Store mock'

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
  // A hidden page does not ask, and its tab is all that is seen of it.
  const held = connection === 'lost' ? 0 : (state?.held.length ?? 0)
  useEffect(() => {
    const parts = [held > 0 && `${grouped(held)} held`, session, NAME]
    document.title = parts.filter(Boolean).join(' · ')
  }, [held, session])
  return (
    <header class="top bar">
      <h1 aria-label={NAME}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={LEAF} />
        </svg>
        <span>{NAME}</span>
      </h1>
      <p class="pill toned" role="status" data-tone={tone}>
        {text}
        {isAway && <span class="wide"> since {clock(lastAnswer)}</span>}
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

/** Says what to do while the server is away, or is of another version than the page. */
export function Notice(): JSX.Element | null {
  const { connection, lastAnswer, state, otherVersion } = usePart(feed, value => value)
  if (connection === 'lost' && state) {
    const { port } = state.options
    const isBehindProxy = port !== undefined && String(port) !== (location.port || '80')
    return (
      <aside class="notice toned" data-tone="odd" aria-label="Connection lost">
        <strong>
          The mock server{isBehindProxy && ', or the proxy in front of it,'} has not been reachable
          since {clock(lastAnswer)}.
        </strong>{' '}
        Start {isBehindProxy ? 'what has ended' : 'it'} again, and this page reconnects.
      </aside>
    )
  }
  if (otherVersion === undefined) return null
  return (
    <aside class="notice toned" data-tone="odd" aria-label="Another version">
      This page is version {document.body.dataset.version}, and the mock is version {otherVersion}.{' '}
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </aside>
  )
}
