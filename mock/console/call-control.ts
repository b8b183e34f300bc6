import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { controlPath } from './address.ts'

/** Calls the control API. Rejects with a message for the user. */
export async function callControl(method: string, path: string, body?: unknown): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(controlPath() + path, {
      method,
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: writeJson(body ?? {}),
      }),
    })
  } catch (cause) {
    throw new Error('The mock server is not reachable. Start it again, then retry.', { cause })
  }
  if (response.status === 204) return undefined
  const result = readJson(await response.text())
  if (!response.ok) throw new Error((result as { message: string }).message)
  return result
}
