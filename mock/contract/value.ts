// Values of JSON as a judgement keeps and shows them.
import { writeJson } from '../json/write.ts'
import type { Hide } from './response.ts'
import { escapeLookalikes } from './visible.ts'

/** A value, as JSON: once parsed, it may take many times the memory. */
export interface Value {
  readonly type: 'string' | 'number' | 'array' | 'object' | 'boolean' | 'null'
  readonly json: string
  /** How many there are in a string. */
  readonly characters?: number
}

/** What is there in place of what a rule asks for. Of an array or an object only that is told, so the rest is not kept. */
export type Found = Value | { readonly type: 'array' | 'object'; readonly json?: undefined }

/** Returns undefined for what is missing. */
export function toFound(value: unknown): Found | undefined {
  if (Object(value) !== value) return toValue(value)
  return { type: Array.isArray(value) ? 'array' : 'object' }
}

/** Returns undefined for what is missing. */
export function toValue(value: unknown): Value | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string')
    return { type: 'string', json: writeJson(value), characters: [...value].length }
  return { type: typeOf(value), json: toJson(value) }
}

function typeOf(value: unknown): Value['type'] {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value !== 'object') return 'number'
  return Array.isArray(value) ? 'array' : 'object'
}

function toJson(value: unknown): string {
  try {
    return writeJson(value)
  } catch {
    return Array.isArray(value) ? '[ nested too deeply ]' : '{ nested too deeply }'
  }
}

/** JSON on which two values that differ look different, but for what is beyond its start. */
export function showValue(value: Value | undefined, hide: Hide): string {
  if (value === undefined) return 'missing'
  const { json, characters } = value
  const shown = escapeLookalikes(hide.text(json).slice(0, MAX_SHOWN + 1))
  if (shown.length <= MAX_SHOWN) return shown
  return `${shown.slice(0, MAX_SHOWN)}...${characters === undefined ? '' : ` (${characters} characters)`}`
}

const MAX_SHOWN = 60

export const show = (value: unknown, hide: Hide): string => showValue(toValue(value), hide)

/** A value with its type, for a rule about types. */
export const describeFound = (found: Found, hide: Hide): string =>
  TYPES[found.type] + (found.json === undefined ? '' : showValue(found, hide))

const TYPES = {
  string: 'the string ',
  number: 'the number ',
  array: 'an array',
  object: 'an object',
  boolean: '',
  null: '',
} as const
