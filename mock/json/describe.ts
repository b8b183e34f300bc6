import { cut } from './cut.ts'

const MAX_CHARS = 40

/** Describes a JSON value for a message to its sender. */
export function describeJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `the string ${JSON.stringify(shorten(value))}`
    case 'number':
      return describeNumber(value)
    case 'bigint':
      return `the number ${shorten(String(value))}`
    case 'boolean':
      return String(value)
    default:
      return value === null ? 'null' : Array.isArray(value) ? 'an array' : 'an object'
  }
}

/** A value that no double can hold has already lost its digits: see `parseNumber`. */
function describeNumber(value: number): string {
  if (value === 0) return 'the number 0'
  if (Number.isNaN(value) || Math.abs(value) < SMALLEST_EXACT) return 'a fraction'
  return Number.isFinite(value) ? `the number ${value}` : 'a number that is too large'
}

/** Smaller doubles have fewer digits, so that they may print as another number than was sent. */
const SMALLEST_EXACT = 2 ** -1022

const shorten = (text: string) => (text.length > MAX_CHARS ? `${cut(text, MAX_CHARS)}...` : text)
