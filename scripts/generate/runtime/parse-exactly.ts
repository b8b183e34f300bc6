import { toInteger } from './to-integer.ts'

/** Where integers are read digit for digit; everywhere else a number is a double, as its type says. */
export interface Exact {
  exact?: true
  /** Everything within is read in the same way. */
  deep?: true
  /** What lies under these names, or at these places of an array. */
  named?: { [name: string]: Exact }
  /** What lies under any other name or place. */
  others?: Exact
}

/** A pattern for whole strings would exhaust the stack on a long one. */
const TOKEN = /\\.|"|-?\d[\d.eE+-]*/g

/**
 * Reads JSON as `JSON.parse` does, but the integers that `exact` names become a bigint where a number
 * would lose digits. The reviver may change strings only. `NaN` stands for a fraction there that a number would round to an integer.
 */
export function parseExactly(
  text: string,
  exact: Exact,
  reviver?: (name: string, value: unknown) => unknown,
): unknown {
  const value: unknown = JSON.parse(text, reviver)
  // Without so many digits and without an exponent, every number is exact.
  if (!/\d{16}|\d[.eE]/.test(text)) return value

  // Each number gives way to its place in `literals`, since JSON.parse does not show them.
  const literals: string[] = []
  let inString = false
  const numbered = text.replace(TOKEN, token => {
    if (token === '"') inString = !inString
    const isNumber = !inString && token !== '"'
    return isNumber ? String(literals.push(token) - 1) : token
  })
  const root = { value: JSON.parse(numbered, reviver) }
  const todo: Place[] = [{ holder: root, key: 'value', exact }]
  // The list grows while it is read: calls within calls would exhaust the stack on deep nesting.
  for (const { holder, key, exact } of todo) {
    const part = holder[key]
    if (typeof part === 'number') holder[key] = toNumber(literals[part] ?? '', exact)
    else if (typeof part === 'object' && part !== null)
      for (const name of Object.keys(part))
        todo.push({ holder: part as Holder, key: name, exact: within(exact, name) })
  }
  return root.value
}

type Holder = Record<string, unknown>

interface Place {
  holder: Holder
  key: string
  exact: Exact | undefined
}

const within = (exact: Exact | undefined, name: string): Exact | undefined =>
  exact?.deep
    ? exact
    : exact?.named && Object.hasOwn(exact.named, name)
      ? exact.named[name]
      : exact?.others

function toNumber(literal: string, exact: Exact | undefined): number | bigint {
  const number = Number(literal)
  if (!exact?.exact) return number
  return toInteger(literal) ?? (Number.isInteger(number) ? Number.NaN : number)
}
