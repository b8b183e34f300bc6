/** Where to read integers digit for digit: `true` here, objects by property name, arrays for every item. */
export type ExactPlaces = true | readonly [ExactPlaces] | { readonly [name: string]: ExactPlaces }

/** An escape, a quote, or a number. A pattern for whole strings would exhaust the stack. */
const TOKENS = /\\.|"|-?\d[\d.eE+-]*/g

/**
 * Reads JSON like `JSON.parse`, but makes an integer a bigint where `places` says so and a number would
 * lose digits.
 */
export function parseExactly(text: string, places: ExactPlaces): unknown {
  const value: unknown = JSON.parse(text)
  if (!/\d{16}/.test(text)) return value

  // JSON.parse hides the text of a number, so a copy of the JSON has each number's index in a list instead.
  const literals: string[] = []
  let isInString = false
  const numbered = text.replace(TOKENS, token => {
    if (token === '"') isInString = !isInString
    const isNumber = !isInString && token !== '"'
    return isNumber ? String(literals.push(token) - 1) : token
  })
  return withIntegers(value, JSON.parse(numbered), places, literals)
}

/** Puts the exact integers in their places. */
function withIntegers(
  value: unknown,
  numbered: unknown,
  places: ExactPlaces,
  literals: readonly string[],
): unknown {
  if (places === true)
    return typeof value === 'number' ? toInteger(value, literals[Number(numbered)]) : value
  if (typeof value !== 'object' || value === null) return value
  const copy = Object(numbered)
  if (isItems(places))
    return Array.isArray(value)
      ? value.map((item, index) => withIntegers(item, copy[index], places[0], literals))
      : value
  const exact = Object.entries(places).flatMap(([name, within]) => {
    const part: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    return part === undefined ? [] : [[name, withIntegers(part, copy[name], within, literals)]]
  })
  return Object.assign(value, Object.fromEntries(exact))
}

const isItems = (places: ExactPlaces): places is readonly [ExactPlaces] => Array.isArray(places)

/** Huge bigints are slow. Python has this limit too (`sys.int_info.default_max_str_digits`). */
const MAX_DIGITS = 4_300

const toInteger = (value: number, literal = ''): number | bigint =>
  Number.isSafeInteger(value) || literal.length > MAX_DIGITS || !/^-?\d+$/.test(literal)
    ? value
    : BigInt(literal)
