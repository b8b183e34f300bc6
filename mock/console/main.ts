import { method, path, requestExample, requestMediaType } from '../../generated/contract.ts'
import type { MockState } from '../control/types.ts'
import { controlPath, showInAddress } from './address.ts'
import { Aim } from './aim.ts'
import { Chart } from './chart.ts'
import { showConnection } from './connection.ts'
import { createCopyable, createCopyButton } from './copy.ts'
import { toCurl } from './curl.ts'
import { byId, setText } from './dom.ts'
import { subscribe } from './events.ts'
import { FailureForm } from './failure-form.ts'
import { Log } from './log.ts'
import { guardOffline } from './online.ts'
import { PendingList } from './pending-list.ts'
import { Plants } from './plants.ts'
import { createReset } from './reset.ts'
import { toRestartCommand } from './restart-command.ts'
import { sendChange } from './send-change.ts'
import { baseAddress, setBasePath } from './service.ts'
import { SessionPicker } from './session-picker.ts'
import { SettingsForm } from './settings-form.ts'
import { createShortcuts } from './shortcuts.ts'
import { createTabs, selectTab } from './tabs.ts'
import { TestRequest } from './test-request.ts'
import { Waiting } from './waiting.ts'

const waiting = new Waiting()
const log = new Log(waiting, new Chart())
const plants = new Plants()
const failures = new FailureForm(new Aim())
const pending = new PendingList()
const settings = new SettingsForm()
const sessions = new SessionPicker()
let epoch: string | undefined
let isLost = false

function showState(state: MockState): void {
  if (state.epoch !== epoch) showEpoch(state)
  settings.show(state)
  plants.show(state)
  pending.show(state)
  failures.show(state)
  waiting.show(state)
  sessions.show(state)
  setText(byId('request-count'), state.requests.toLocaleString('en'))
  log.update()
}

/** An epoch begins with the page, with a reset, and with a restart of the server, which keeps the log. */
function showEpoch(state: MockState): void {
  if (epoch !== undefined) settings.discard()
  if (isLost) log.divide()
  else log.clear({ isNewEpoch: true })
  waiting.clear()
  epoch = state.epoch
  showInAddress(state.session)
  setBasePath(state.basePath)
  showAddress()
  setText(byId('restart'), toRestartCommand(state, location.port || '80'))
}

function showAddress(): void {
  const base = baseAddress()
  setText(byId('base'), base)
  const first = toCurl({
    method,
    url: base + path,
    headers: { authorization: 'Bearer [redacted]', 'content-type': requestMediaType },
    body: requestExample,
  })
  byId('first-curl').replaceChildren(createCopyable(first, 'curl command that adds a first plant'))
}

async function clearLog(): Promise<void> {
  if (await sendChange('DELETE', '/requests', {}, 'The log was cleared.'))
    log.clear({ isNewEpoch: false })
}

/** A button that copies what an element shows. */
function createCopyOf(id: string, label: string): HTMLElement {
  const shown = byId(id)
  const source = { text: () => shown.textContent ?? '', shown }
  return createCopyButton('Copy', source, { class: 'quiet', 'aria-label': label })
}

byId('base-buttons').append(createCopyOf('base', 'Copy the base address'))
byId('restart').after(createCopyOf('restart', 'Copy the command that starts the server'))
byId('clear-log').addEventListener('click', clearLog)
byId('export').setAttribute('href', `${controlPath()}/requests`)
byId('description').setAttribute('href', `${controlPath()}/openapi.yaml`)
byId('open-send').addEventListener('click', () => {
  selectTab(byId('send-tab'))
  byId('send').focus()
})
createTabs(byId('tabs'))
createReset()
createShortcuts()
guardOffline()
new TestRequest()
subscribe({
  state: showState,
  request: (request, position) => log.add(request, position),
  connected: isConnected => {
    isLost = !isConnected
    showConnection(isConnected)
  },
})
