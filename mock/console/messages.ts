import { byId, setText } from './dom.ts'

/** How long a message stays. */
const MESSAGE_TIME = 8_000

let hideTimer: ReturnType<typeof setTimeout> | undefined

/** Shows a message in the bar at the bottom, which is a polite live region. */
export function showMessage(kind: 'good' | 'bad', text: string): void {
  const message = byId('message')
  byId('foot').toggleAttribute('data-message', true)
  message.dataset.kind = kind
  setText(message, '') // so that the same text twice is announced twice
  setText(message, text)
  clearTimeout(hideTimer)
  hideTimer = setTimeout(hideMessage, MESSAGE_TIME)
}

function hideMessage(): void {
  byId('foot').removeAttribute('data-message')
  setText(byId('message'), '')
}
