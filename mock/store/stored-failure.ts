import { successStatus } from '../../generated/contract.ts'
import { isSuccess } from '../../generated/validators.ts'
import { type Answer, ERROR_HEADERS, errorAnswer, SUCCESS_HEADERS } from '../http/answer.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { failureNames, type MockFailure, type NamedFailure } from './failure.ts'

/** The journal keeps longer failures without their headers and bodies. */
const MAX_JOURNAL_CHARS = 16_384

/** A failure stored as JSON: a parsed body may take many times the memory of its text. */
export class StoredFailure {
  /** The id that it was scheduled with; undefined if it is random, or was given to a release. */
  readonly id: string | undefined
  /** Whether it was picked at random. */
  readonly isRandom: boolean
  readonly #json: string

  constructor(
    failure: MockFailure,
    { id, isRandom = false }: { id?: string | undefined; isRandom?: boolean } = {},
  ) {
    this.id = id
    this.isRandom = isRandom
    this.#json = writeJson(failure)
  }

  /** Returns the failure for the journal. A long one loses body and headers, which the response shows. */
  toShort(): StoredFailure {
    if (this.#json.length <= MAX_JOURNAL_CHARS) return this
    const failure = this.toFailure()
    return typeof failure === 'string' ? this : new StoredFailure({ status: failure.status }, this)
  }

  /** Returns the failure with header names in lower case. */
  toFailure(): MockFailure {
    const failure = readJson(this.#json) as MockFailure
    if (typeof failure === 'string' || !failure.headers) return failure
    return { ...failure, headers: Object.fromEntries(new Headers(failure.headers)) }
  }

  /** Returns the answer that shows the failure, or undefined if it has none. */
  toAnswer(): Answer | undefined {
    const failure = this.toFailure()
    return typeof failure === 'string' ? namedAnswer(failure) : statusAnswer(failure)
  }
}

function namedAnswer(failure: NamedFailure): Answer | undefined {
  switch (failure) {
    case 'malformed-json':
      return success('{"name":')
    case 'empty-body':
      return success('')
    case 'wrong-shape':
      return success(WRONG_SHAPE)
    case 'cut-short':
      return success('{"name":"cut short"}')
    default:
      return undefined
  }
}

const success = (body: string): Answer => ({
  status: successStatus,
  headers: SUCCESS_HEADERS,
  body,
})

/** A contract without required fields allows any object, but no array. */
const WRONG_SHAPE = isSuccess({ plant: 'none' }) ? '[]' : '{"plant":"none"}'

function statusAnswer({ status, body, headers }: Exclude<MockFailure, NamedFailure>): Answer {
  if (body === undefined)
    return errorAnswer({ status, message: `Injected failure: ${status}`, headers })
  if (typeof body === 'string') return { status, headers: { ...headers }, body }
  const json = status === successStatus ? SUCCESS_HEADERS : ERROR_HEADERS
  return { status, headers: { ...json, ...headers }, body: writeJson(body) }
}

/** The failures that `failureRate` picks from: all but `'no-answer'`, which never ends. */
export const RANDOM_FAILURES: readonly StoredFailure[] = [
  { status: 500 },
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 429, headers: { 'retry-after': '1' } },
  ...failureNames.filter(name => name !== 'no-answer'),
].map((failure: MockFailure) => new StoredFailure(failure, { isRandom: true }))
