import { pickRequest } from '../../generated/contract.ts'
import { parseBody } from '../http/body.ts'
import type { ErrorResponse } from '../http/response.ts'
import { checkPlant } from './checks.ts'
import type { RequestRecord } from './mock-request.ts'
import type { NewPlant } from './plant.ts'
import { cutText } from './text.ts'

/** The plant in a body, or what is wrong with the body. */
export type ReceivedBody =
  | { readonly plant: NewPlant; readonly error?: undefined }
  | { readonly plant?: undefined; readonly error: ErrorResponse }

/** Enters a body that was read into the record, and checks it. */
export function receiveBody(
  bytes: Uint8Array | ErrorResponse,
  record: RequestRecord,
): ReceivedBody {
  if ('reason' in bytes) return { error: bytes }
  const { text, value, error } = parseBody(bytes)
  if (error) {
    if (text !== '') record.text = cutText(text)
    return { error }
  }
  record.text = text
  record.isJson = true
  const refusal = checkPlant(value)
  return refusal ? { error: refusal } : { plant: pickRequest(value as NewPlant) }
}
