import { method, path, requestExample, requestMediaType } from '../../generated/contract.ts'
import type { MockState } from '../control/types.ts'
import { toCurl } from './curl.ts'
import { byId, createCopyable, onCopy, setText } from './dom.ts'
import { createFailureButtons, showPending } from './failure-buttons.ts'
import { subscribe } from './live.ts'
import { Log } from './log.ts'
import { Plants } from './plants.ts'
import { sendChange } from './send-change.ts'
import { SettingsForm } from './settings.ts'

const log = new Log()
const plants = new Plants()
const settings = new SettingsForm()
let run: string | undefined

function showState(state: MockState): void {
  if (state.run !== run) {
    if (run !== undefined) settings.discard()
    run = state.run
    log.clear()
    showAddress(location.origin + state.basePath)
  }
  settings.show(state)
  plants.show(state)
  showPending(state)
}

function showAddress(base: string): void {
  setText(byId('base'), base)
  const first = toCurl({
    method,
    url: base + path,
    headers: { authorization: 'Bearer [redacted]', 'content-type': requestMediaType },
    body: requestExample,
  })
  byId('first-curl').replaceChildren(createCopyable(first, 'curl command that adds a first plant'))
}

function showConnection(connected: boolean): void {
  const status = byId('connection')
  status.dataset.state = connected ? 'live' : 'lost'
  setText(status, connected ? 'Live' : 'Reconnecting…')
  byId('lost').hidden = connected
}

setText(byId('restart'), `npx plant-store-client --port ${location.port || 80}`)
onCopy(byId('copy-base'), byId('base'))
createFailureButtons()
byId('reset').addEventListener('click', () =>
  sendChange('POST', '/reset', {}, 'The mock was reset.'),
)
subscribe({ state: showState, request: request => log.add(request), connected: showConnection })
