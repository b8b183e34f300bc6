import { byId } from './dom.ts'
import { callControl } from './live.ts'

let hideTimer: ReturnType<typeof setTimeout> | undefined

/** Sends a change to the control API, and shows the outcome. Resolves to whether it succeeded. */
export async function sendChange(
  method: string,
  path: string,
  body: unknown,
  successText: string,
): Promise<boolean> {
  try {
    await callControl(method, path, body)
    showOutcome('good', successText)
    return true
  } catch (error) {
    showOutcome('bad', (error as Error).message)
    return false
  }
}

function showOutcome(kind: 'good' | 'bad', text: string): void {
  const outcome = byId('outcome')
  outcome.dataset.kind = kind
  outcome.textContent = text
  clearTimeout(hideTimer)
  hideTimer = setTimeout(() => outcome.replaceChildren(), 8_000)
}
