// What the validators are made of. A call is free of side effects, so that a bundle without any use of
// a validator has nothing of it.

/** A Standard Schema issue: `path` leads to the part that is wrong, by names and places in arrays. */
export interface Issue {
  message: string
  path: (string | number)[]
}

/**
 * Finds every way in which a value breaks the contract. In a value of `json` an integer beyond 2^53 - 1
 * was read as a bigint wherever its digits matter, so a message does not ask for a bigint.
 */
export type Validator = (value: unknown, origin?: 'json') => Issue[]

/** The same for a part of the contract; `orNull` completes the message about a wrong type. */
type Check = (value: unknown, origin?: 'json', orNull?: string) => Issue[]

/** A rule for values of one type: gives the message if the value breaks it. */
type Rule<Value> = (value: Value) => string | undefined

type Numeric = number | bigint

const issue = (message: string): Issue => ({ message, path: [] })

const within = (name: string | number, issues: Issue[]): Issue[] =>
  issues.map(({ message, path }) => ({ message, path: [name, ...path] }))

function broken<Value>(value: Value, rules: Rule<Value>[]): Issue[] {
  return rules.flatMap(rule => {
    const message = rule(value)
    return message === undefined ? [] : [issue(message)]
  })
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable(check: Check): Check {
  return (value, origin) => (value === null ? [] : check(value, origin, ' or null'))
}

/* @__NO_SIDE_EFFECTS__ */
export function boolean(): Check {
  return (value, _, orNull = '') =>
    typeof value === 'boolean' ? [] : [issue(`must be true or false${orNull}`)]
}

/* @__NO_SIDE_EFFECTS__ */
export function string(...rules: Rule<string>[]): Check {
  return (value, _, orNull = '') =>
    typeof value === 'string' ? broken(value, rules) : [issue(`must be a string${orNull}`)]
}

/** A bigint is a number of JSON too. */
/* @__NO_SIDE_EFFECTS__ */
export function number(...rules: Rule<Numeric>[]): Check {
  return (value, _, orNull = '') =>
    isBigint(value) || (isNumber(value) && Number.isFinite(value))
      ? broken(value, rules)
      : [issue(`must be a number${orNull}`)]
}

/* @__NO_SIDE_EFFECTS__ */
export function integer(...rules: Rule<Numeric>[]): Check {
  return (value, origin, orNull = '') => {
    if (!isBigint(value) && !(isNumber(value) && Number.isInteger(value)))
      return [issue(`must be an integer${orNull}`)]
    if (origin !== 'json' && isUnsafe(value))
      return [issue('must be a bigint, because a number beyond 2^53 - 1 is not exact')]
    return broken(value, rules)
  }
}

/* @__NO_SIDE_EFFECTS__ */
export function int32(...rules: Rule<Numeric>[]): Check {
  const range = 'must be an integer within int32 (-2147483648 to 2147483647)'
  return integer(value => (value < -2147483648 || value > 2147483647 ? range : undefined), ...rules)
}

/* @__NO_SIDE_EFFECTS__ */
export function int64(...rules: Rule<Numeric>[]): Check {
  const range = 'must be an integer within int64 (-9223372036854775808 to 9223372036854775807)'
  const check = integer(
    value => (isBigint(value) && BigInt.asIntN(64, value) !== value ? range : undefined),
    ...rules,
  )
  return (value, origin, orNull) =>
    // In JSON it was a fraction that has been rounded, or has more digits than any int64.
    origin === 'json' && isUnsafe(value) ? [issue(range)] : check(value, origin, orNull)
}

/* @__NO_SIDE_EFFECTS__ */
export function array(items: Check, ...rules: Rule<readonly unknown[]>[]): Check {
  return (value, origin, orNull = '') => {
    if (!Array.isArray(value)) return [issue(`must be an array${orNull}`)]
    const issues = broken(value, rules)
    for (let index = 0; index < value.length; index++)
      issues.push(...within(index, items(value[index], origin)))
    return issues
  }
}

/** A property that is undefined counts as missing. Others than `fields` are allowed unless it is closed. */
/* @__NO_SIDE_EFFECTS__ */
export function object(
  fields: Readonly<Record<string, Check>>,
  required: readonly string[],
  isClosed?: boolean,
): Check {
  const checks = Object.entries(fields)
  return (value, origin, orNull = '') => {
    if (!isObject(value)) return [issue(`must be an object${orNull}`)]
    const issues: Issue[] = []
    for (const [name, check] of checks)
      if (value[name] !== undefined) issues.push(...within(name, check(value[name], origin)))
      else if (required.includes(name)) issues.push(...within(name, [issue('is required')]))
    if (isClosed)
      for (const name of Object.keys(value))
        if (!Object.hasOwn(fields, name)) issues.push(...within(name, [issue('is not allowed')]))
    return issues
  }
}

/* @__NO_SIDE_EFFECTS__ */
export function minLength(min: number): Rule<string> {
  return text =>
    countCharacters(text) < min ? `must have at least ${amount(min, 'character')}` : undefined
}

/* @__NO_SIDE_EFFECTS__ */
export function maxLength(max: number): Rule<string> {
  return text =>
    countCharacters(text) > max ? `must have at most ${amount(max, 'character')}` : undefined
}

/* @__NO_SIDE_EFFECTS__ */
export function pattern(source: string): Rule<string> {
  const regExp = new RegExp(source, 'u')
  return text => (regExp.test(text) ? undefined : `must match the pattern ${source}`)
}

/** `null` among the texts says that `nullable` is around it. */
/* @__NO_SIDE_EFFECTS__ */
export function literals(...texts: (string | null)[]): Rule<string> {
  const words = texts.map(text => JSON.stringify(text)).join(', ')
  return text =>
    texts.includes(text) ? undefined : `must be ${texts.length > 1 ? 'one of ' : ''}${words}`
}

/* @__NO_SIDE_EFFECTS__ */
export function minimum(limit: Numeric): Rule<Numeric> {
  return value => (value < limit ? `must be at least ${limit}` : undefined)
}

/* @__NO_SIDE_EFFECTS__ */
export function maximum(limit: Numeric): Rule<Numeric> {
  return value => (value > limit ? `must be at most ${limit}` : undefined)
}

/* @__NO_SIDE_EFFECTS__ */
export function exclusiveMinimum(limit: Numeric): Rule<Numeric> {
  return value => (value <= limit ? `must be more than ${limit}` : undefined)
}

/* @__NO_SIDE_EFFECTS__ */
export function exclusiveMaximum(limit: Numeric): Rule<Numeric> {
  return value => (value >= limit ? `must be less than ${limit}` : undefined)
}

/* @__NO_SIDE_EFFECTS__ */
export function minItems(min: number): Rule<readonly unknown[]> {
  return items => (items.length < min ? `must have at least ${amount(min, 'item')}` : undefined)
}

/* @__NO_SIDE_EFFECTS__ */
export function maxItems(max: number): Rule<readonly unknown[]> {
  return items => (items.length > max ? `must have at most ${amount(max, 'item')}` : undefined)
}

/** Whether a value that was read from JSON conforms. */
/* @__NO_SIDE_EFFECTS__ */
export function guard<Value>(check: Check): (value: unknown) => value is Value {
  return (value): value is Value => check(value, 'json').length === 0
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

const isBigint = (value: unknown): value is bigint => typeof value === 'bigint'

const isUnsafe = (value: unknown) => isNumber(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** In code points, as JSON Schema counts them. */
function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

const amount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
