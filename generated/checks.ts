// Generated from openapi.yaml by `npm run generate`. Do not edit.
// The parts of the validators. Their calls have no side effects, so that bundlers drop unused validators.

/** A Standard Schema issue: `path` leads to the wrong part, by names and array indexes. */
export interface Issue {
  message: string
  path: (string | number)[]
}

/**
 * Finds every way in which a value breaks a part of the contract. In a value from JSON, an integer beyond
 * 2^53 - 1 already is a bigint if its digits matter, so no message asks for one.
 */
export type Validator = (value: unknown, origin?: 'json') => Issue[]

/** A rule for values of one type. Returns a message if the value breaks it. */
type Rule<Value> = (value: Value) => string | false

type Numeric = number | bigint

const issue = (message: string): Issue[] => [{ message, path: [] }]

/** Adds the issues of a part to those of the whole. */
function add(issues: Issue[], name: string | number, found: Issue[]): void {
  for (const { message, path } of found) issues.push({ message, path: [name, ...path] })
}

function broken<Value>(value: Value, rules: Rule<Value>[]): Issue[] {
  const issues: Issue[] = []
  for (const rule of rules) {
    const message = rule(value)
    if (message) issues.push({ message, path: [] })
  }
  return issues
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable(check: Validator): Validator {
  return (value, origin) =>
    value === null
      ? []
      : check(value, origin).map(({ message, path }) => ({
          message: path.length === 0 ? `${message}, or null` : message,
          path,
        }))
}

/* @__NO_SIDE_EFFECTS__ */
export function boolean(): Validator {
  return value => (typeof value === 'boolean' ? [] : issue('must be true or false'))
}

/* @__NO_SIDE_EFFECTS__ */
export function string(...rules: Rule<string>[]): Validator {
  return value => (typeof value === 'string' ? broken(value, rules) : issue('must be a string'))
}

/** From JSON, a number with many digits is a bigint. In JavaScript a bigint is refused. */
/* @__NO_SIDE_EFFECTS__ */
export function number(...rules: Rule<Numeric>[]): Validator {
  return (value, origin) => {
    if (typeof value === 'bigint' && origin !== 'json')
      return issue('must be a number, not a bigint')
    return isNumeric(value) && Number.isFinite(Number(value))
      ? broken(value, rules)
      : issue('must be a number')
  }
}

/** Without a format, an integer has no bound. The type is `number | bigint`. */
/* @__NO_SIDE_EFFECTS__ */
export function integer(...rules: Rule<Numeric>[]): Validator {
  const check = range('any number of digits', -Infinity, Infinity, rules, true)
  // From JSON, such a number is a rounded fraction, or had too many digits or an exponent.
  const isRounded = (value: unknown) => Number.isInteger(value) && !Number.isSafeInteger(value)
  return (value, origin) =>
    origin === 'json' && isRounded(value)
      ? issue('must be an integer written with all its digits')
      : check(value, origin)
}

/* @__NO_SIDE_EFFECTS__ */
export function int32(...rules: Rule<Numeric>[]): Validator {
  return range('int32', -2147483648, 2147483647, rules)
}

/** The type is `number | bigint`. */
/* @__NO_SIDE_EFFECTS__ */
export function int64(...rules: Rule<Numeric>[]): Validator {
  return range('int64', -9223372036854775808n, 9223372036854775807n, rules, true)
}

/** An unsafe number from JSON is a rounded fraction, or had too many digits. */
const range =
  (
    format: string,
    min: Numeric,
    max: Numeric,
    rules: Rule<Numeric>[],
    mayBeBigint?: boolean,
  ): Validator =>
  (value, origin) => {
    if (!isInteger(value)) return issue('must be an integer')
    const isUnsafe = typeof value === 'number' && !Number.isSafeInteger(value)
    if (isUnsafe && mayBeBigint && origin !== 'json')
      return issue('must be a bigint, because a number beyond 2^53 - 1 is not exact')
    return isUnsafe || value < min || value > max
      ? issue(`must be an integer within ${format} (${min} to ${max})`)
      : broken(value, rules)
  }

/* @__NO_SIDE_EFFECTS__ */
export function array(items: Validator, ...rules: Rule<readonly unknown[]>[]): Validator {
  return (value, origin) => {
    if (!Array.isArray(value)) return issue('must be an array')
    const issues = broken(value, rules)
    // Indexing also reaches the holes of an array.
    for (let index = 0; index < value.length; index++)
      add(issues, index, items(value[index], origin))
    return issues
  }
}

type Fields = Readonly<Record<string, Validator>>

/** A property that is undefined counts as missing. */
/* @__NO_SIDE_EFFECTS__ */
export function object(fields: Fields, required: readonly string[]): Validator {
  const checks = Object.entries(fields)
  return (value, origin) => {
    if (!isObject(value)) return issue('must be an object')
    const issues: Issue[] = []
    for (const name of required)
      if (value[name] === undefined) add(issues, name, issue('is required'))
    for (const [name, check] of checks)
      if (value[name] !== undefined) add(issues, name, check(value[name], origin))
    return issues
  }
}

/** Allows no other properties. */
/* @__NO_SIDE_EFFECTS__ */
export function closedObject(fields: Fields, required: readonly string[]): Validator {
  const check = object(fields, required)
  return (value, origin) => {
    const issues = check(value, origin)
    if (isObject(value))
      for (const name of Object.keys(value))
        if (!Object.hasOwn(fields, name)) add(issues, name, issue('is not allowed'))
    return issues
  }
}

/* @__NO_SIDE_EFFECTS__ */
export function minLength(min: number): Rule<string> {
  return text => countCharacters(text) < min && `must have at least ${amount(min, 'character')}`
}

/* @__NO_SIDE_EFFECTS__ */
export function maxLength(max: number): Rule<string> {
  return text => countCharacters(text) > max && `must have at most ${amount(max, 'character')}`
}

/* @__NO_SIDE_EFFECTS__ */
export function pattern(source: string): Rule<string> {
  const regExp = new RegExp(source, 'u')
  return text => !regExp.test(text) && `must match the pattern ${source}`
}

/* @__NO_SIDE_EFFECTS__ */
export function literals(...texts: string[]): Rule<string> {
  const words = texts.map(text => JSON.stringify(text)).join(', ')
  return text => !texts.includes(text) && `must be ${texts.length > 1 ? 'one of ' : ''}${words}`
}

/* @__NO_SIDE_EFFECTS__ */
export function minimum(limit: Numeric): Rule<Numeric> {
  return value => value < limit && `must be at least ${limit}`
}

/* @__NO_SIDE_EFFECTS__ */
export function maximum(limit: Numeric): Rule<Numeric> {
  return value => value > limit && `must be at most ${limit}`
}

/* @__NO_SIDE_EFFECTS__ */
export function exclusiveMinimum(limit: Numeric): Rule<Numeric> {
  return value => value <= limit && `must be more than ${limit}`
}

/* @__NO_SIDE_EFFECTS__ */
export function exclusiveMaximum(limit: Numeric): Rule<Numeric> {
  return value => value >= limit && `must be less than ${limit}`
}

/* @__NO_SIDE_EFFECTS__ */
export function minItems(min: number): Rule<readonly unknown[]> {
  return items => items.length < min && `must have at least ${amount(min, 'item')}`
}

/* @__NO_SIDE_EFFECTS__ */
export function maxItems(max: number): Rule<readonly unknown[]> {
  return items => items.length > max && `must have at most ${amount(max, 'item')}`
}

/** Creates a type guard for values read from JSON. */
/* @__NO_SIDE_EFFECTS__ */
export function guard<Value>(check: Validator): (value: unknown) => value is Value {
  return (value): value is Value => check(value, 'json').length === 0
}

const isNumeric = (value: unknown): value is Numeric =>
  typeof value === 'bigint' || typeof value === 'number'

const isInteger = (value: unknown): value is Numeric =>
  typeof value === 'bigint' || Number.isInteger(value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Counts code points, as JSON Schema does. */
function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

const amount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
