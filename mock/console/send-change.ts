import { callControl } from './call-control.ts'
import { showMessage } from './messages.ts'

/** Sends a change to the control API, and shows the outcome. Resolves to whether it succeeded. */
export async function sendChange(
  method: string,
  path: string,
  body: unknown,
  successText: string,
): Promise<boolean> {
  try {
    await callControl(method, path, body)
    showMessage('good', successText)
    return true
  } catch (error) {
    showMessage('bad', (error as Error).message)
    return false
  }
}
