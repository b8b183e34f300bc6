import { parseNumber } from './parse-number.ts'

const WHITESPACE = /[ \t\n\r]*/y
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERAL = /true|false|null/y

/**
 * Parses JSON (RFC 8259) with exact integers: see `parseNumber`. The last of two equal keys wins, as
 * in `JSON.parse`. Each object and array is entered in `offsets` with the position where it begins.
 * Throws a `SyntaxError` that names the position of the error.
 */
export function parseJson(text: string, offsets?: Map<unknown, number>): unknown {
  return new Parser(text, offsets).parse()
}

type Container = unknown[] | Record<string, unknown>

/** Keeps its own stack of open containers, so that deep nesting cannot exhaust the call stack. */
class Parser {
  readonly #text: string
  readonly #offsets: Map<unknown, number> | undefined
  readonly #open: Container[] = []
  /** The key that each open container is about to fill; unused for arrays. */
  readonly #keys: string[] = []
  #position = 0

  constructor(text: string, offsets: Map<unknown, number> | undefined) {
    this.#text = text
    this.#offsets = offsets
  }

  parse(): unknown {
    for (;;) {
      this.#match(WHITESPACE)
      const bracket = this.#text[this.#position]
      const isContainer = bracket === '{' || bracket === '['
      if (isContainer && !this.#openContainer(bracket)) continue
      const value = isContainer ? this.#closeContainer() : this.#scalar()
      const document = this.#place(value)
      if (document) return document.value
    }
  }

  /** Opens a container, up to its first value. Returns whether it is empty. */
  #openContainer(bracket: '{' | '['): boolean {
    const container: Container = bracket === '{' ? {} : []
    this.#offsets?.set(container, this.#position)
    this.#position++
    this.#open.push(container)
    this.#keys.push('')
    this.#match(WHITESPACE)
    if (this.#text[this.#position] === (bracket === '{' ? '}' : ']')) return true
    if (bracket === '{') this.#key()
    return false
  }

  #closeContainer(): unknown {
    this.#position++
    this.#keys.pop()
    return this.#open.pop()
  }

  /** Puts a value into its container, and closes each that ends there. Returns the last one closed. */
  #place(complete: unknown): { value: unknown } | undefined {
    for (let value = complete; ; ) {
      this.#match(WHITESPACE)
      const container = this.#open.at(-1)
      if (!container) {
        if (this.#position < this.#text.length) this.#fail('the end')
        return { value }
      }
      const isArray = Array.isArray(container)
      if (isArray) container.push(value)
      else define(container, this.#keys.at(-1) ?? '', value)

      const next = this.#text[this.#position]
      if (next === ',') {
        this.#position++
        if (!isArray) this.#key()
        return undefined
      }
      if (next !== (isArray ? ']' : '}')) this.#fail(isArray ? '"," or "]"' : '"," or "}"')
      value = this.#closeContainer()
    }
  }

  #scalar(): unknown {
    if (this.#text[this.#position] === '"') return this.#string()
    const number = this.#match(NUMBER)
    if (number) return parseNumber(number)
    const literal = this.#match(LITERAL)
    return literal ? JSON.parse(literal) : this.#fail('a value')
  }

  #key(): void {
    this.#match(WHITESPACE)
    if (this.#text[this.#position] !== '"') this.#fail('a key in double quotes')
    this.#keys[this.#keys.length - 1] = this.#string()
    this.#match(WHITESPACE)
    if (this.#text[this.#position] !== ':') this.#fail('":"')
    this.#position++
  }

  #string(): string {
    const matched = this.#match(STRING)
    if (this.#text[this.#position] !== '"') this.#fail('the end of the string')
    this.#position++
    return JSON.parse(`${matched}"`)
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#position
    const matched = pattern.exec(this.#text)?.[0] ?? ''
    this.#position += matched.length
    return matched
  }

  #fail(expected: string): never {
    const next = this.#text.codePointAt(this.#position)
    const got = next === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(next))
    throw new SyntaxError(`expected ${expected} but got ${got} at position ${this.#position}`)
  }
}

/** Defines `__proto__` as a key like any other. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else
    Object.defineProperty(object, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
}
