import { errorCode, errorMessage, requestFields, successFields } from '../../generated/contract.ts'
import { readJson } from '../json/read.ts'
import { parseNewPlant } from './bodies.ts'
import {
  isSuccessStatus,
  mediaTypeOf,
  readError,
  readSuccess,
  specifiedMediaType,
  toMap,
} from './judge.ts'
import type { Outcome, Rule } from './rule.ts'

/** A short description of a response: the same words for two services that do the same. */
export function describeOutcome({ status, headers, body }: Outcome, rule: Rule): string {
  const names = ['location', ...Object.keys(rule.response.headers ?? {})]
  const described = names.flatMap(name => {
    const value = headers[name]
    return value === undefined ? [] : [describeHeader(name, value)]
  })
  return [status, describeBody(status, body, headers['content-type'], rule), ...described].join(
    ', ',
  )
}

function describeBody(status: number, body: string, type: string | undefined, rule: Rule): string {
  if (body === '') return 'no body'
  const as =
    mediaTypeOf(type) === specifiedMediaType(status)
      ? ''
      : ` as ${mediaTypeOf(type) || 'no media type'}`
  if (!isJson(body)) return `not JSON${as}`
  if (!isSuccessStatus(status)) return (readError(body) ? 'an Error' : 'other JSON') + as
  if (!readSuccess(body)) return `other JSON${as}`
  const sent = toMap(parseNewPlant(rule.request.body))
  const received = toMap(readJson(body))
  const own = optionalFields.filter(name => !sent.has(name) && received.has(name))
  const addition = own.map(name => `a ${name}`).join(' and ')
  return `a Plant${addition && ` with ${addition} of its own`}${as}`
}

/** The shape asks for the others, whatever was sent. */
const optionalFields = successFields.filter(name =>
  requestFields.some(field => field.name === name && !field.required),
)

function isJson(body: string): boolean {
  try {
    readJson(body)
    return true
  } catch {
    return false
  }
}

/** Of a challenge only scheme and error: realm and description differ between services. */
function describeHeader(name: string, value: string): string {
  if (name === 'www-authenticate') {
    const scheme = /^[^\s,]*/.exec(value)?.[0]
    const error = /error="([^"]*)"/.exec(value)?.[1]
    return `challenge ${scheme}${error ? ` ${error}` : ''}`
  }
  const short = name.replace('access-control-', '')
  return `${short.replace(/\b[a-z]/g, letter => letter.toUpperCase())}: ${value}`
}

/** The Error of a response. */
export function errorOf({ status, body }: Outcome): { code: unknown; message: string } | undefined {
  const error = isSuccessStatus(status) ? undefined : readError(body)
  return error && { code: errorCode(error), message: errorMessage(error) }
}

/** The names of the properties of a Plant that the contract does not have. */
export function extraPropertiesOf({ status, body }: Outcome): string[] {
  const plant = isSuccessStatus(status) ? readSuccess(body) : undefined
  if (!plant) return []
  return Object.keys(plant).filter(name => !successFields.some(field => field === name))
}
