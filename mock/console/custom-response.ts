import { readJson } from '../json/read.ts'
import type { Failure } from '../store/failures.ts'
import { byId, field } from './dom.ts'
import { readNumber, refuse, setError } from './field-error.ts'

/** The response that was typed. Shows what is wrong with it, and returns undefined then. */
export function readCustomResponse(): Extract<Failure, object> | undefined {
  const status = readNumber('custom-status', STATUS)
  const headers = readHeaders()
  if (status === undefined || !headers) return undefined
  const body = readBody()
  return { status, headers, ...(body !== undefined && { body }) }
}

const STATUS = { min: 200, max: 599, whole: true, text: 'Enter a status from 200 to 599.' }

/** One header a line. */
function readHeaders(): Record<string, string> | undefined {
  const input = byId<HTMLTextAreaElement>('custom-headers')
  setError(input, '')
  const headers = new Headers()
  for (const line of input.value.split('\n')) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    try {
      headers.append(line.slice(0, colon), line.slice(colon + 1))
    } catch {
      return refuse(input, `This is not a header: ${line}`)
    }
  }
  return Object.fromEntries(headers)
}

/** What is JSON is sent as JSON, anything else as it is. */
function readBody(): unknown {
  if (field('custom-empty').checked) return ''
  const { value } = byId<HTMLTextAreaElement>('custom-body')
  if (value === '') return undefined
  try {
    return readJson(value)
  } catch {
    return value
  }
}
