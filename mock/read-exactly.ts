import { readNumber } from './read-number.ts'

const SPACE = /[ \t\n\r]*/y
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y

/**
 * Reads JSON (RFC 8259) with `readNumber` for its numbers. Nothing here calls itself, so no depth of
 * nesting can exhaust the stack. The last of two equal keys counts, as in `JSON.parse`.
 *
 * `starts` is told where each object and array begins. Throws a `SyntaxError` that names the position.
 */
export function readExactly(text: string, starts?: Map<unknown, number>): unknown {
  let at = 0
  const open: (unknown[] | Record<string, unknown>)[] = []
  const keys: string[] = []

  function token(pattern: RegExp): string {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }

  function wrong(expected: string): never {
    const next = text.codePointAt(at)
    const got = next === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(next))
    throw new SyntaxError(`expected ${expected} but got ${got} at position ${at}`)
  }

  function string(): string {
    const found = token(STRING)
    if (text[at] !== '"') wrong('the end of the string')
    at++
    return JSON.parse(`${found}"`)
  }

  function scalar(): unknown {
    if (text[at] === '"') return string()
    const number = token(NUMBER)
    if (number) return readNumber(number)
    const word = token(WORD)
    return word ? JSON.parse(word) : wrong('a value')
  }

  function key(): void {
    token(SPACE)
    if (text[at] !== '"') wrong('a key in double quotes')
    keys[keys.length - 1] = string()
    token(SPACE)
    if (text[at] !== ':') wrong('":"')
    at++
  }

  for (;;) {
    token(SPACE)
    let value: unknown
    const bracket = text[at]
    if (bracket === '{' || bracket === '[') {
      const container = bracket === '{' ? {} : []
      starts?.set(container, at)
      at++
      open.push(container)
      keys.push('')
      token(SPACE)
      if (text[at] !== (bracket === '{' ? '}' : ']')) {
        if (bracket === '{') key()
        continue
      }
      at++
      value = close()
    } else value = scalar()

    // A value is whole: it goes into what is open around it, which may then be whole as well.
    for (;;) {
      token(SPACE)
      const around = open.at(-1)
      if (!around) return at < text.length ? wrong('the end') : value
      const isArray = Array.isArray(around)
      if (isArray) around.push(value)
      else put(around, keys.at(-1) as string, value)
      if (text[at] === ',') {
        at++
        if (!isArray) key()
        break
      }
      if (text[at] !== (isArray ? ']' : '}')) wrong(isArray ? '"," or "]"' : '"," or "}"')
      at++
      value = close()
    }
  }

  function close(): unknown {
    keys.pop()
    return open.pop()
  }
}

/** `__proto__` is a key like any other. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else
    Object.defineProperty(object, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
}
