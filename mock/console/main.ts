import type { MockState } from '../control/types.ts'
import { offerFailures, showPending } from './breaking.ts'
import { curlOf } from './curl.ts'
import { byId, copyable, onCopy, setText } from './dom.ts'
import { listen } from './live.ts'
import { Log } from './log.ts'
import { order } from './order.ts'
import { Plants } from './plants.ts'
import { SettingsForm } from './settings.ts'

const log = new Log()
const plants = new Plants()
const settings = new SettingsForm()
let run = ''

function showState(state: MockState): void {
  if (state.run !== run) {
    run = state.run
    log.clear()
    settings.discard()
    showAddress(location.origin + state.basePath)
  }
  settings.show(state)
  plants.show(state)
  showPending(state)
}

function showAddress(base: string): void {
  setText(byId('base'), base)
  const first = curlOf({
    method: 'POST',
    url: `${base}/plants`,
    headers: { authorization: 'Bearer [redacted]', 'content-type': 'application/json' },
    body: { id: 1, name: 'Monstera', tag: 'tropical' },
  })
  byId('first-curl').replaceChildren(copyable(first, 'curl command for a first plant'))
}

function showConnection(connected: boolean): void {
  const status = byId('connection')
  status.dataset.state = connected ? 'live' : 'lost'
  setText(status, connected ? 'Live' : 'Reconnecting…')
  byId('lost').hidden = connected
}

setText(byId('restart'), `npx plant-store-client --port ${location.port || 80}`)
onCopy(byId('copy-base'), byId('base'))
offerFailures()
byId('reset').addEventListener('click', () =>
  order('POST', '/reset', {}, 'Everything is back to the start.'),
)
listen({ state: showState, request: request => log.add(request), connected: showConnection })
