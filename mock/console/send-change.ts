import { callControl } from './call-control.ts'
import { type MessageAction, showMessage } from './messages.ts'

/** Sends a change to the control API, and shows the outcome. Resolves to whether it succeeded. */
export async function sendChange(
  method: string,
  path: string,
  body: unknown,
  successText: string,
  action?: MessageAction,
): Promise<boolean> {
  try {
    await callControl(method, path, body)
    showMessage('good', successText, action)
    return true
  } catch (error) {
    showMessage('bad', (error as Error).message)
    return false
  }
}
