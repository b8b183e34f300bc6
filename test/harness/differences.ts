import * as today from '../../generated/contract.ts'
import type { ReceivedResponse } from '../../mock/contract/response.ts'
import { writeJson } from '../../mock/json/write.ts'
import type { Expected } from './expectations.ts'

/** The differences of an outcome from the expected response, by the contract that both are built with. */
export function differences(
  { response }: { response: Expected },
  { status, headers, body }: ReceivedResponse,
  contract: typeof today = today,
): string[] {
  const { errorBody, errorMediaType, errorMessage, successMediaType, successStatus } = contract
  const found: string[] = []
  const differs = (what: string, got: unknown, wanted: unknown) =>
    found.push(`${what} is ${JSON.stringify(got)}, not ${wanted}`)

  if (status !== response.status) differs('status', status, response.status)
  const wanted: typeof response.headers = {
    'access-control-allow-origin': '*',
    ...response.headers,
  }
  for (const [name, value] of Object.entries(wanted)) {
    const got = headers[name] ?? null
    const matches = typeof value === 'object' && value ? value.test(got ?? '') : got === value
    if (!matches) differs(name, got, value)
  }
  if ('text' in response.body) {
    if (body !== response.body.text) differs('body', body, response.body.text)
    return found
  }
  const mediaType = status === successStatus ? successMediaType : errorMediaType
  if (headers['content-type'] !== mediaType)
    differs('content-type', headers['content-type'], mediaType)
  if ('json' in response.body) {
    const json = writeJson(response.body.json)
    if (body !== json) differs('body', body, json)
    return found
  }
  const message = errorMessage(JSON.parse(body))
  const error = JSON.stringify(errorBody(status, message))
  if (body !== error) differs('body', body, error)
  if (!response.body.message.test(message)) differs('message', message, response.body.message)
  return found
}
