import {
  BRACE,
  BRACKET,
  COMMA,
  END_OF_ARRAY,
  END_OF_OBJECT,
  FALSE,
  MINUS,
  NINE,
  NULL,
  QUOTE,
  SPACE,
  TRUE,
  ZERO,
} from './codes.ts'
import { endOfString } from './depth.ts'
import { MAX_DOUBLE_CHARS, parseNumber } from './parse-number.ts'

/** Reads JSON that `JSON.parse` has accepted, each number by `parseNumber`. Takes time in proportion to the text. */
export const readExactly = (json: string): unknown => new Reader(json).readValue()

/** It reads codes of characters, since a million of them must not hold the process up. */
class Reader {
  readonly #json: string
  #position = 0

  constructor(json: string) {
    this.#json = json
  }

  /** Without recursion, which deep nesting would end. */
  readValue(): unknown {
    const open: Open[] = []
    for (;;) {
      const code = this.#skipSpace()
      if ((code === BRACKET || code === BRACE) && !this.#isEmpty()) {
        open.push(code === BRACKET ? { items: [] } : { members: {}, name: this.#readName() })
        continue
      }
      let value = this.#readSimple(code)
      for (;;) {
        const around = open.at(-1)
        if (!around) return value
        addTo(around, value)
        if (this.#hasMore()) {
          if ('name' in around) around.name = this.#readName()
          break
        }
        open.pop()
        value = 'items' in around ? around.items : around.members
      }
    }
  }

  /** Reads what has no values in it. */
  #readSimple(code: number): unknown {
    switch (code) {
      case QUOTE:
        return this.#readString()
      case BRACKET:
        return this.#skip('[]', [])
      case BRACE:
        return this.#skip('{}', {})
      case TRUE:
        return this.#skip('true', true)
      case FALSE:
        return this.#skip('false', false)
      case NULL:
        return this.#skip('null', null)
      default:
        return this.#readNumber(code)
    }
  }

  /** Returns the code of the next character that is not a space. */
  #skipSpace(): number {
    let code = this.#json.charCodeAt(this.#position)
    while (code <= SPACE) code = this.#json.charCodeAt(++this.#position)
    return code
  }

  #skip<Value>({ length }: string, value: Value): Value {
    this.#position += length
    return value
  }

  /** Adds up the digits of a short integer. Other numbers take more steps. */
  #readNumber(first: number): number | bigint {
    const start = this.#position
    let sum = first === MINUS ? 0 : first - ZERO
    let isInteger = true
    for (;;) {
      const code = this.#json.charCodeAt(++this.#position)
      if (code >= ZERO && code <= NINE) sum = sum * 10 + code - ZERO
      else if (code > SPACE && code !== COMMA && code !== END_OF_ARRAY && code !== END_OF_OBJECT)
        isInteger = false
      else break
    }
    if (isInteger && this.#position - start <= MAX_DOUBLE_CHARS)
      return first === MINUS ? 0 - sum : sum
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

  /** Reads the name of a member, and passes the colon. */
  #readName(): string {
    this.#skipSpace()
    const name = this.#readString()
    this.#skipSpace()
    this.#position++
    return name
  }

  /** Passes the bracket at the start. If nothing is in it, steps back, so that `#skip` of two characters ends behind it. */
  #isEmpty(): boolean {
    this.#position++
    const code = this.#skipSpace()
    const isEmpty = code === END_OF_ARRAY || code === END_OF_OBJECT
    if (isEmpty) this.#position--
    return isEmpty
  }

  /** Passes the comma after a member, or the bracket at the end. */
  #hasMore(): boolean {
    const code = this.#skipSpace()
    this.#position++
    return code === COMMA
  }
}

/** An array or object whose end is not read yet. */
type Open = { items: unknown[] } | { members: Record<string, unknown>; name: string }

function addTo(around: Open, value: unknown): void {
  if ('items' in around) around.items.push(value)
  else if (around.name !== '__proto__') around.members[around.name] = value
  else Object.defineProperty(around.members, around.name, { ...WRITABLE, value })
}

/** A shorter part of a text is always a copy in V8. */
const MIN_PART_CHARS = 13

const WRITABLE = { configurable: true, enumerable: true, writable: true }
