import { errorMediaType, successMediaType, successStatus } from '../../../generated/contract.ts'
import { writeJson } from '../../json/write.ts'
import type { MockFailure } from '../../store/failure.ts'
import { readBody } from '../text.ts'

/**
 * The failure that sends a text as it is written: as a value where that writes the same, or else as text, with its media
 * type. Names of headers are in lower case.
 */
export function toFailure(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): MockFailure {
  const { 'content-type': mediaType, ...others } = headers
  const usual = status === successStatus ? successMediaType : errorMediaType
  const value = readBody(text)
  const isValue = typeof value !== 'string' && writeJson(value) === text
  return isValue && mediaType === usual
    ? { status, headers: others, body: value }
    : { status, headers, body: text }
}

/** The media type of a text that names none: JSON has the usual one of its status. */
export const usualMediaType = (status: number, text: string): Record<string, string> => {
  const isJson = readBody(text) !== text
  const usual = status === successStatus ? successMediaType : errorMediaType
  return isJson ? { 'content-type': usual } : {}
}
