import { endOfString } from './depth.ts'
import { parseNumber } from './parse-number.ts'

/** Reads JSON that `JSON.parse` has accepted, each number by `parseNumber`. Takes time in proportion to the text. */
export const readExactly = (json: string): unknown => new Reader(json).readValue()

/** It reads codes of characters, since a million of them must not hold the process up. */
class Reader {
  readonly #json: string
  #position = 0

  constructor(json: string) {
    this.#json = json
  }

  readValue(): unknown {
    switch (this.#skipSpace()) {
      case QUOTE:
        return this.#readString()
      case BRACKET:
        return this.#readArray()
      case BRACE:
        return this.#readObject()
      case TRUE:
        return this.#skip('true', true)
      case FALSE:
        return this.#skip('false', false)
      case NULL:
        return this.#skip('null', null)
      default:
        return this.#readNumber()
    }
  }

  /** Returns the code of the next character that is no space. */
  #skipSpace(): number {
    let code = this.#json.charCodeAt(this.#position)
    while (code <= SPACE) code = this.#json.charCodeAt(++this.#position)
    return code
  }

  #skip<Value>({ length }: string, value: Value): Value {
    this.#position += length
    return value
  }

  #readNumber(): number | bigint {
    const start = this.#position
    let code: number
    do code = this.#json.charCodeAt(++this.#position)
    while (code > SPACE && code !== COMMA && code !== END_OF_ARRAY && code !== END_OF_OBJECT)
    return parseNumber(this.#json.slice(start, this.#position))
  }

  /** Returns a copy: a part would keep the whole text in memory. */
  #readString(): string {
    const start = this.#position
    const end = endOfString(this.#json, start)
    this.#position = end + 1
    const text = this.#json.slice(start + 1, end)
    const isPlain = text.length < MIN_PART_CHARS && !text.includes('\\')
    return isPlain ? text : JSON.parse(`"${text}"`)
  }

  #readArray(): unknown[] {
    const items: unknown[] = []
    if (this.#isEmpty(END_OF_ARRAY)) return items
    do items.push(this.readValue())
    while (this.#hasMore())
    return items
  }

  #readObject(): object {
    const members: Record<string, unknown> = {}
    if (this.#isEmpty(END_OF_OBJECT)) return members
    do {
      this.#skipSpace()
      const name = this.#readString()
      this.#skipSpace()
      this.#position++ // the colon
      const value = this.readValue()
      if (name !== '__proto__') members[name] = value
      else Object.defineProperty(members, name, { ...WRITABLE, value })
    } while (this.#hasMore())
    return members
  }

  /** Passes the bracket at the start, and the one at the end if nothing is between them. */
  #isEmpty(end: number): boolean {
    this.#position++
    const isEmpty = this.#skipSpace() === end
    if (isEmpty) this.#position++
    return isEmpty
  }

  /** Passes the comma after a member, or the bracket at the end. */
  #hasMore(): boolean {
    const code = this.#skipSpace()
    this.#position++
    return code === COMMA
  }
}

/** A shorter part of a text is always a copy in V8. */
const MIN_PART_CHARS = 13

const WRITABLE = { configurable: true, enumerable: true, writable: true }

/** Other spaces have lower codes, and nothing else outside of strings has. */
const SPACE = 0x20
const QUOTE = 0x22 // "
const COMMA = 0x2c // ,
const BRACKET = 0x5b // [
const END_OF_ARRAY = 0x5d // ]
const BRACE = 0x7b // {
const END_OF_OBJECT = 0x7d // }
const TRUE = 0x74 // t
const FALSE = 0x66 // f
const NULL = 0x6e // n
