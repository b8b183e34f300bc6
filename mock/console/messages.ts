import { byId, setText } from './dom.ts'
import { createOnlineButton } from './online-button.ts'

/** What a message offers to do about what it says. */
export interface MessageAction {
  label: string
  run(): unknown
}

/** How long a message stays. */
const MESSAGE_TIME = 8_000

let hideTimer: ReturnType<typeof setTimeout> | undefined

/** Shows a message in the bar at the bottom, which is a polite live region. */
export function showMessage(kind: 'good' | 'bad', text: string, action?: MessageAction): void {
  const message = byId('message')
  byId('foot').toggleAttribute('data-message', true)
  message.dataset.kind = kind
  setText(message, '') // so that the same text twice is announced twice
  setText(message, text)
  byId('message-action').replaceChildren(
    ...(action ? [createOnlineButton(action.label, action.run)] : []),
  )
  clearTimeout(hideTimer)
  hideTimer = setTimeout(hideMessage, MESSAGE_TIME)
}

function hideMessage(): void {
  byId('foot').removeAttribute('data-message')
  setText(byId('message'), '')
  if (byId('message-action').contains(document.activeElement)) byId('log-title').focus()
  byId('message-action').replaceChildren()
}
