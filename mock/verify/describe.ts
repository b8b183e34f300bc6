import { mediaType, plantFields } from '../../generated/contract.ts'
import { isError, isPlant } from '../../generated/validators.js'
import { isSuccess, mediaTypeOf, parseJsonOrUndefined, parseNewPlant } from './judge.ts'
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
  const value = parseJsonOrUndefined(body)
  const as = mediaTypeOf(type) === mediaType ? '' : ` as ${mediaTypeOf(type) || 'no media type'}`
  if (value === undefined) return `not JSON${as}`
  if (!isSuccess(status)) return (isError(value) ? 'an Error' : 'other JSON') + as
  if (!isPlant(value)) return `other JSON${as}`
  const hasOwnTag = parseNewPlant(rule.request)?.tag === undefined && value.tag !== undefined
  return `a Plant${hasOwnTag ? ' with a tag of its own' : ''}${as}`
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
export function errorOf({ status, body }: Outcome): { error: number; message: string } | undefined {
  const value = isSuccess(status) ? undefined : parseJsonOrUndefined(body)
  return isError(value) ? value : undefined
}

/** The names of the properties of a Plant that the contract does not have. */
export function extraPropertiesOf({ status, body }: Outcome): string[] {
  const value = isSuccess(status) ? parseJsonOrUndefined(body) : undefined
  if (!isPlant(value)) return []
  return Object.keys(value).filter(name => !plantFields.some(field => field === name))
}
