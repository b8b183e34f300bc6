import { isHeaderValue } from '../http/answer.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import {
  checkOptions,
  findProblems,
  isInteger,
  isPlainObject,
  mustBe,
  type OptionCheck,
  type OptionSchema,
  objectInsteadOf,
  problemAt,
  throwIfAny,
} from './check-options.ts'
import { failureNames, type MockFailure, type MockFailureOptions } from './failure.ts'
import { checkMatch } from './match.ts'

/** The valid options of `failNext`. */
export const failureOptionsSchema: OptionSchema<MockFailureOptions> = {
  subject: 'options',
  member: 'an option of failNext',
  checks: {
    times: mustBe(
      'a positive integer or Infinity',
      value => value === Infinity || isInteger(value, 1),
    ),
    skip: mustBe('an integer, 0 or more', value => isInteger(value, 0)),
    match: checkMatch,
  },
}

const ARGUMENT: OptionSchema<{ failure: MockFailure }> = {
  subject: 'the arguments',
  member: 'an argument',
  required: ['failure'],
  checks: { failure: checkFailure },
}

/** Checks the arguments of `failNext`. Throws an `OptionsError` that names every problem. */
export function checkFailNext<Options>(
  failure: unknown,
  options: unknown,
  schema: OptionSchema<Options>,
): void {
  throwIfAny([...findProblems({ failure }, ARGUMENT), ...findProblems(options, schema)])
}

/** Checks the argument of `release`. Throws an `OptionsError` that names every problem. */
export function checkRelease(failure: unknown): void {
  if (failure !== undefined) checkOptions({ failure }, ARGUMENT)
}

export function checkFailure(value: unknown): ReturnType<OptionCheck> {
  if (failureNames.some(name => name === value)) return []
  if (!isPlainObject(value))
    return [problemAt([], `must be { status } or one of ${failureNames.join(', ')}`)]
  return Object.entries({ status: undefined, ...value }).flatMap(([name, part]) => {
    if (name === 'status' && !isInteger(part, 200, 599))
      return [problemAt([name], 'must be an integer from 200 to 599')]
    if (name === 'body' && !isForJson(part))
      return [problemAt([name], `must be a string or a value for JSON: ${nameOf(part)} is neither`)]
    if (name === 'body' && !isJson(part))
      return [problemAt([name], `cannot be written as JSON of at most ${MAX_DEPTH} levels`)]
    if (name === 'headers') return checkHeaders(part)
    return PROPERTIES.has(name) ? [] : [problemAt([name], 'is not a property of a failure')]
  })
}

const PROPERTIES = new Set(['status', 'body', 'headers'])

/** In place of bytes, a form, a stream or a Map, JSON would have `{}` or a list of numbers. */
function isForJson(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return true
  if (ArrayBuffer.isView(body)) return false
  return /^(?:Object|Array)$/.test(nameOf(body)) || 'toJSON' in body
}

/** Such as `Uint8Array`, also of another realm. */
const nameOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

const JSON_TYPES = new Set(['undefined', 'string', 'object', 'number', 'bigint', 'boolean'])

function isJson(body: unknown): boolean {
  try {
    readJson(writeJson(body), MAX_DEPTH)
    return JSON_TYPES.has(typeof body)
  } catch {
    return false
  }
}

function checkHeaders(headers: unknown): ReturnType<OptionCheck> {
  if (headers === undefined) return []
  if (!isStringRecord(headers))
    return [problemAt(['headers'], `must be ${objectInsteadOf(headers)} whose values are strings`)]
  if (Object.keys(headers).length > MAX_FAILURE_HEADERS)
    return [problemAt(['headers'], `must be at most ${MAX_FAILURE_HEADERS}`)]
  if (Object.entries(headers).join().length > MAX_HEADER_CHARS)
    return [problemAt(['headers'], `must have at most ${MAX_HEADER_CHARS} characters`)]
  return Object.entries(headers).flatMap(([name, value]) => {
    if (FRAMING.has(name.toLowerCase())) return [problemAt(['headers', name], 'must not be set')]
    return isHeader(name, value) ? [] : [problemAt(['headers', name], 'is not a valid header')]
  })
}

/** A thousand tiny ones would take far more memory than their characters. */
const MAX_FAILURE_HEADERS = 100

/** Node's fetch refuses more, by default: https://github.com/nodejs/node/blob/v24.21.0/deps/undici/undici.js#L9226 */
const MAX_HEADER_CHARS = 16_384

function isHeader(name: string, value: string): boolean {
  if (!isHeaderValue(value)) return false
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}

const isStringRecord = (value: unknown): value is Record<string, string> =>
  isPlainObject(value) && Object.values(value).every(part => typeof part === 'string')

/** The transport delimits the body; `'cut-short'` is the way to break that. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'trailer', 'upgrade'])
