import { byId, setText } from './dom.ts'
import { setOnline } from './online.ts'

/** Shows whether the server is reachable. */
export function showConnection(isConnected: boolean): void {
  const status = byId('connection')
  status.dataset.state = isConnected ? 'live' : 'lost'
  setText(status, isConnected ? 'Live' : 'Reconnecting…')
  byId('lost').hidden = isConnected
  setOnline(isConnected)
}
