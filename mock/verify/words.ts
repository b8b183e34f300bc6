import {
  requestMediaType as mediaType,
  successFields as plantFields,
} from '../../generated/contract.ts'
import { isError, isSuccess as isPlant } from '../../generated/validators.js'
import { printable } from '../lines.ts'
import type { Outcome, Rule } from './rule.ts'
import { isSuccess, jsonOf, mediaTypeOf, newPlantOf } from './verdict.ts'

/** An outcome in a few words: the same ones where two services do the same. */
export function inWords({ status, headers, body }: Outcome, rule: Rule): string {
  const shown = ['location', ...Object.keys(rule.answer.headers ?? {})].flatMap(name => {
    const value = headers[name]
    return value === undefined ? [] : [headerInWords(name, value)]
  })
  return [status, bodyInWords(status, body, headers['content-type'], rule), ...shown].join(', ')
}

function bodyInWords(status: number, body: string, type: string | undefined, rule: Rule): string {
  if (body === '') return 'no body'
  const value = jsonOf(body)
  const as = mediaTypeOf(type) === mediaType ? '' : ` as ${mediaTypeOf(type) || 'no media type'}`
  if (value === undefined) return `no JSON${as}`
  if (!isSuccess(status)) return (isError(value) ? 'an Error' : 'other JSON') + as
  if (!isPlant(value)) return `other JSON${as}`
  const added = newPlantOf(rule.request)?.tag === undefined && value.tag !== undefined
  return `a Plant${added ? ' with a tag of its own' : ''}${as}`
}

/** Of a challenge its scheme and error: a realm and a description are each service's own. */
function headerInWords(name: string, value: string): string {
  if (name === 'www-authenticate') {
    const scheme = /^[^\s,]*/.exec(value)?.[0]
    const error = /error="([^"]*)"/.exec(value)?.[1]
    return `challenge ${scheme}${error ? ` ${error}` : ''}`
  }
  const short = name.replace('access-control-', '')
  return `${short.replace(/\b[a-z]/g, letter => letter.toUpperCase())}: ${value}`
}

/** The Error in an answer. */
export function errorIn({ status, body }: Outcome): { error: number; message: string } | undefined {
  const value = isSuccess(status) ? undefined : jsonOf(body)
  return isError(value) ? value : undefined
}

/** The names of what comes with a Plant beyond its fields. */
export function furtherIn({ status, body }: Outcome): string[] {
  const value = isSuccess(status) ? jsonOf(body) : undefined
  if (!isPlant(value)) return []
  return Object.keys(value).filter(name => !(plantFields as readonly string[]).includes(name))
}

/** Makes what a service sent fit to be shown: without the token, harmless to a terminal, not long. */
export function cleaning(token: string): (text: string) => string {
  const forms = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)]
  const secret = new RegExp(forms.map(form => form.replace(/\W/g, '\\$&')).join('|'), 'gi')
  return text => {
    const clean = printable(text.replace(secret, '[token]'))
    return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}...` : clean
  }
}

const LONGEST = 300
