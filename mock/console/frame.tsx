import type { JSX } from 'preact'
import { CopyButton } from './action.tsx'
import { baseAddress, controlPath } from './api.ts'
import { toRestartCommand } from './commands.ts'
import { model } from './model.ts'
import { Reset } from './reset.tsx'
import { Sessions } from './sessions.tsx'

const LEAF = 'M8 15V9C3 9 1 6 1 2c4 0 7 2 7 5 0-3 2-5 7-5 0 5-3 7-6 7v6z'

const CONNECTION = {
  connecting: ['Connecting…', 'odd'],
  live: ['Live', 'good'],
  lost: ['Reconnecting…', 'odd'],
} as const

/** The top of the page: the address to use, the session, reset, the connection. */
export function Header(): JSX.Element {
  const base = baseAddress(model.state)
  const [text, tone] = CONNECTION[model.connection]
  return (
    <header class="top">
      <div class="container line">
        <h1 class="line">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={LEAF} />
          </svg>
          Plant Store <span>mock</span>
        </h1>
        <p class="base line">
          <span class="soft">Base address</span>
          <code id="base">{base}</code>
          <CopyButton text={base} name="Copy the base address" selects="base" />
        </p>
        <div class="top-actions line">
          <Sessions />
          <Reset />
          <button
            type="button"
            id="help"
            aria-keyshortcuts="?"
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts"
          >
            ?
          </button>
        </div>
        <p class="connection pill toned" role="status" data-tone={tone}>
          {text}
        </p>
      </div>
      <nav class="jump" aria-label="Jump to">
        <a href="#log">Requests</a>
        <a href="#tools">Tools</a>
        <a href="#plants-section">Plants</a>
      </nav>
    </header>
  )
}

/** Says how to start the server again while it is not reachable. */
export function Lost(): JSX.Element | null {
  if (model.connection !== 'lost') return null
  const command = toRestartCommand(model.state, location.port || '80', model.commandLineToken)
  return (
    <aside class="lost toned" data-tone="odd" aria-label="Connection lost">
      <div class="container">
        <strong>The mock server is not reachable.</strong> Start it again:{' '}
        <code id="restart">{command}</code>
        <CopyButton
          text={command}
          name="Copy the command that starts the server"
          selects="restart"
        />{' '}
        This page reconnects automatically.
      </div>
    </aside>
  )
}

/** The bottom of the page. */
export const Footer = (): JSX.Element => (
  <footer class="foot">
    <div class="container line">
      <ul class="links line">
        <li>
          <a href={`${controlPath()}/openapi.yaml`}>openapi.yaml</a>
        </li>
        <li>
          <a href="https://www.npmjs.com/package/plant-store-client" rel="noreferrer">
            Documentation
          </a>
        </li>
        <li>Version {document.body.dataset.version}</li>
      </ul>
    </div>
  </footer>
)
