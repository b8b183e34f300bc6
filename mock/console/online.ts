import { showMessage } from './messages.ts'

/*
 * What needs the server is marked with `data-online`. It keeps its focus when the connection is lost, so
 * it is not `disabled`: it says why it does nothing.
 */

/** Marks what needs the server as available or not. The style depends on the attribute of the page. */
export function setOnline(isOnline: boolean): void {
  document.body.toggleAttribute('data-offline', !isOnline)
  for (const element of document.querySelectorAll('[data-online]')) {
    if (isOnline) element.removeAttribute('aria-disabled')
    else element.setAttribute('aria-disabled', 'true')
  }
}

/** Stops clicks on what needs the server while it is not reachable, and says why. */
export function guardOffline(): void {
  document.addEventListener(
    'click',
    event => {
      const isOffline = document.body.hasAttribute('data-offline')
      if (!isOffline || !(event.target as Element).closest('[data-online]')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      showMessage('bad', 'The mock server is not reachable. Start it again, then retry.')
    },
    true,
  )
}
