import { DepthError } from './depth.ts'
import { parseNumber } from './parse-number.ts'

const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const LITERAL = /true|false|null/y

export interface ParseOptions {
  /** Receives the position of each element, if the text is an array. */
  elements?: number[]
  /** Maximum nesting of arrays and objects. */
  maxDepth?: number
}

/**
 * Parses JSON (RFC 8259) with exact integers: see `parseNumber`. The last of two equal keys wins, as
 * in `JSON.parse`. Throws a `SyntaxError` that names the position of the error.
 */
export function parseJson(text: string, options: ParseOptions = {}): unknown {
  return new Parser(text, options).parse()
}

type Container = unknown[] | Record<string, unknown>

/**
 * Keeps its own stack of open containers, so that deep nesting cannot exhaust the call stack. Reads runs
 * letter by letter, because a pattern exhausts its stack on millions of letters.
 */
class Parser {
  readonly #text: string
  readonly #elements: number[] | undefined
  readonly #maxDepth: number
  readonly #open: Container[] = []
  /** The current key of each open container; unused for arrays. */
  readonly #keys: string[] = []
  #position = 0

  constructor(text: string, { elements, maxDepth = Number.POSITIVE_INFINITY }: ParseOptions) {
    this.#text = text
    this.#elements = elements
    this.#maxDepth = maxDepth
  }

  parse(): unknown {
    for (;;) {
      this.#skip(isWhitespace)
      if (this.#open.length === 1 && Array.isArray(this.#open[0]))
        this.#elements?.push(this.#position)
      const bracket = this.#text[this.#position]
      const isContainer = bracket === '{' || bracket === '['
      if (isContainer && !this.#openContainer(bracket)) continue
      const value = isContainer ? this.#closeContainer() : this.#scalar()
      const document = this.#place(value)
      if (document) return document.value
    }
  }

  /** Opens a container and moves to its first value. Returns whether it is empty. */
  #openContainer(bracket: '{' | '['): boolean {
    if (this.#open.length === this.#maxDepth)
      throw new DepthError(
        `nested deeper than ${this.#maxDepth} levels at position ${this.#position}`,
      )
    const container: Container = bracket === '{' ? {} : []
    this.#position++
    this.#open.push(container)
    this.#keys.push('')
    this.#skip(isWhitespace)
    if (this.#text[this.#position] === (bracket === '{' ? '}' : ']')) return true
    if (bracket === '{') this.#key()
    return false
  }

  #closeContainer(): unknown {
    this.#position++
    this.#keys.pop()
    return this.#open.pop()
  }

  /**
   * Puts a value into its container, and closes each that ends there. Returns the complete document, if any.
   */
  #place(complete: unknown): { value: unknown } | undefined {
    for (let value = complete; ; ) {
      this.#skip(isWhitespace)
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
    const number = this.#number()
    if (number) return parseNumber(number)
    const literal = this.#match(LITERAL)
    return literal ? JSON.parse(literal) : this.#fail('a value')
  }

  #key(): void {
    this.#skip(isWhitespace)
    if (this.#text[this.#position] !== '"') this.#fail('a key in double quotes')
    this.#keys[this.#keys.length - 1] = this.#string()
    this.#skip(isWhitespace)
    if (this.#text[this.#position] !== ':') this.#fail('":"')
    this.#position++
  }

  #string(): string {
    const start = this.#position++
    do this.#skip(isPlain)
    while (this.#match(ESCAPE))
    if (this.#text[this.#position] !== '"') this.#fail('the end of the string')
    this.#position++
    return JSON.parse(this.#text.slice(start, this.#position))
  }

  /** Returns '' if there is no number. Leaves out a sign, a point or an exponent without digits. */
  #number(): string {
    const start = this.#position
    if (this.#text[this.#position] === '-') this.#position++
    if (this.#text[this.#position] === '0') this.#position++
    else if (!this.#skip(isDigit)) this.#position = start
    if (this.#position === start) return ''
    this.#digitsAfter(/\./y)
    this.#digitsAfter(/[eE][+-]?/y)
    return this.#text.slice(start, this.#position)
  }

  #digitsAfter(prefix: RegExp): void {
    const start = this.#position
    if (this.#match(prefix) && !this.#skip(isDigit)) this.#position = start
  }

  /** Returns the number of letters skipped. */
  #skip(isSkipped: (letter: number) => boolean): number {
    const start = this.#position
    while (isSkipped(this.#text.charCodeAt(this.#position))) this.#position++
    return this.#position - start
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

/** Space, tab, line feed, carriage return. */
const isWhitespace = (code: number) =>
  code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

/** A string may contain these unescaped: all but control characters, quotes and backslashes. */
const isPlain = (code: number) => code >= 0x20 && code !== 0x22 && code !== 0x5c

/** Defines `__proto__` like any other key. */
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
