import { endOfString } from './depth.ts'
import { parseNumber } from './parse-number.ts'

/** Reads JSON that `JSON.parse` has accepted, each number by `parseNumber`. Takes time in proportion to the text. */
export const readExactly = (json: string): unknown => new Reader(json).readValue()

class Reader {
  readonly #json: string
  #position = 0

  constructor(json: string) {
    this.#json = json
  }

  readValue(): unknown {
    const start = this.#skipSpace()
    const letter = this.#json.charAt(start)
    if (letter === '"') return this.#readString()
    if (letter === '[') return this.#readArray()
    if (letter === '{') return this.#readObject()
    END_OF_LITERAL.lastIndex = start
    END_OF_LITERAL.test(this.#json)
    this.#position = END_OF_LITERAL.lastIndex
    const literal = this.#json.slice(start, this.#position)
    return LITERALS.has(literal) ? LITERALS.get(literal) : parseNumber(literal)
  }

  #skipSpace(): number {
    while (SPACES.includes(this.#json.charCodeAt(this.#position))) this.#position++
    return this.#position
  }

  /** Returns a copy: a part would keep the whole text in memory. */
  #readString(): string {
    const start = this.#position
    this.#position = endOfString(this.#json, start) + 1
    const text = this.#json.slice(start, this.#position)
    const isPlain = text.length < MIN_PART_CHARS && !text.includes('\\')
    return isPlain ? text.slice(1, -1) : JSON.parse(text)
  }

  #readArray(): unknown[] {
    const items: unknown[] = []
    while (this.#hasMore(']')) items.push(this.readValue())
    return items
  }

  #readObject(): object {
    const members: Record<string, unknown> = {}
    while (this.#hasMore('}')) {
      const name = this.#readString()
      this.#skipSpace()
      this.#position++ // the colon
      const value = this.readValue()
      if (name !== '__proto__') members[name] = value
      else Object.defineProperty(members, name, { ...WRITABLE, value })
    }
    return members
  }

  /** Passes the bracket or the comma before a member, or the bracket at the end. */
  #hasMore(end: string): boolean {
    this.#skipSpace()
    const isEnd = this.#json.charAt(this.#position++) === end
    if (isEnd) return false
    this.#skipSpace()
    if (this.#json.charAt(this.#position) !== end) return true
    this.#position++ // of an empty array or object
    return false
  }
}

/** A shorter part of a text is always a copy in V8. */
const MIN_PART_CHARS = 13

const WRITABLE = { configurable: true, enumerable: true, writable: true }

const SPACES: readonly number[] = [0x20, 0x0a, 0x0d, 0x09]

/** Numbers, `true`, `false` and `null`. */
const END_OF_LITERAL = /[-+.\w]+/y

const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])
