import { toPointer } from '../json/pointer.ts'

/** A problem with an option, or with the part of its value that `pointer` (RFC 6901) names. */
export interface OptionProblem {
  readonly option: string
  readonly pointer: string
  readonly message: string
}

/** Finds what is wrong with the value of an option. */
export type OptionCheck = (value: unknown) => readonly Omit<OptionProblem, 'option'>[]

/** Describes valid options. */
export interface OptionSchema<Options> {
  /** The name of the options in messages. */
  readonly subject: string
  /** Follows "is not" in the message for an unknown name, such as "an option of the mock store". */
  readonly member: string
  readonly required?: readonly (keyof Options & string)[]
  readonly checks: Readonly<Record<keyof Options & string, OptionCheck>>
}

/** Thrown for wrong options. The message names each of them. */
export interface OptionsError extends TypeError {
  readonly problems: readonly OptionProblem[]
}

/** Checks the shape, because the store may come from this package's other build, ESM or CJS. */
export const isOptionsError = (error: unknown): error is OptionsError =>
  error instanceof TypeError && 'problems' in error

const describeProblem = ({ option, pointer, message }: OptionProblem): string =>
  `${option}${pointer} ${message}`

/** Throws an `OptionsError` that names every wrong option. */
export function checkOptions<Options>(
  options: unknown,
  schema: OptionSchema<Options>,
): asserts options is Options {
  throwIfAny(findProblems(options, schema))
}

export function throwIfAny(problems: readonly OptionProblem[]): void {
  if (problems.length === 0) return
  const error = new TypeError(problems.map(describeProblem).join('; '))
  throw Object.defineProperty(error, 'problems', { value: problems }) // hidden from consoles
}

/** Finds every wrong option. Undefined counts as left out. */
export function findProblems<Options>(
  options: unknown,
  { subject, member, required = [], checks }: OptionSchema<Options>,
): OptionProblem[] {
  if (!isPlainObject(options))
    return [{ option: subject, pointer: '', message: `must be ${objectInsteadOf(options)}` }]
  const given = new Map(Object.entries(options).filter(([, value]) => value !== undefined))
  const known = new Map<string, OptionCheck>(Object.entries(checks))
  const missing = required
    .filter(option => !given.has(option))
    .map(option => ({ option, pointer: '', message: 'is required' }))
  const wrong = Object.keys(options).flatMap(option => {
    const check = known.get(option)
    if (!check) return [{ option, pointer: '', message: `is not ${member}` }]
    const problems = given.has(option) ? check(given.get(option)) : []
    return problems.map(problem => ({ option, ...problem }))
  })
  return [...missing, ...wrong]
}

/** Creates a check with one message. */
export const mustBe =
  (description: string, test: (value: unknown) => boolean): OptionCheck =>
  value =>
    test(value) ? [] : [{ pointer: '', message: `must be ${description}` }]

/** Creates a problem with the part of the value at `path`. */
export const problemAt = (
  path: readonly (string | number)[],
  message: string,
): Omit<OptionProblem, 'option'> => ({ pointer: toPointer(path), message })

/** Accepts an object such as `{}`, of any realm. A Map, Headers or Date has its content in no property. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Names what to pass instead of a value that is not a plain object. */
export const objectInsteadOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? 'a plain object'
    : 'an object'

export const isInteger = (value: unknown, min: number, max: number = Infinity): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
