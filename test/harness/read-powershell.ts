// Reads the part of PowerShell's grammar that a command of the mock may use, as written in the language's specification
// (sections 2.3.5.2 on strings and 7.2 on sums; the tokenizer's single quotes are U+0027 and U+2018 to U+201B).
// Whatever else a line has is an error: it would run.

interface ReadRequest {
  method?: string | undefined
  url?: string | undefined
  mediaType?: string | undefined
  headers: Record<string, string>
  body?: string | undefined
}

/** What `Invoke-RestMethod` is asked for by a line. */
export function readPowerShell(
  line: string,
  environment: Record<string, string> = {},
): ReadRequest {
  const reader = new Reader(line, environment)
  reader.expect('Invoke-RestMethod')
  const request: ReadRequest = { headers: {} }
  while (reader.skip(' ')) {
    const name = reader.match(/-[A-Z][A-Za-z]*/y)
    reader.expect(' ')
    if (name === '-Method') request.method = reader.match(/[A-Z]+/y)
    else if (name === '-CustomMethod') request.method = reader.argument()
    else if (name === '-Uri') request.url = reader.argument()
    else if (name === '-ContentType') request.mediaType = reader.argument()
    else if (name === '-Headers') request.headers = reader.hashtable()
    else if (name === '-Body') request.body = reader.argument()
    else throw new Error(`Invoke-RestMethod of 5.1 has no ${name}`)
  }
  reader.end()
  return request
}

const QUOTES = "'\u2018\u2019\u201a\u201b"

class Reader {
  readonly #line: string
  readonly #environment: Record<string, string>
  #index = 0

  constructor(line: string, environment: Record<string, string>) {
    this.#line = line
    this.#environment = environment
  }

  /** A string, a variable, or an expression in parentheses. */
  argument(): string {
    if (!this.skip('(')) return this.#term()
    const value = this.skip('[Text.Encoding]::UTF8.GetBytes(') ? this.#bytes() : this.#sum()
    this.expect(')')
    return value
  }

  hashtable(): Record<string, string> {
    const entries: Record<string, string> = {}
    this.expect('@{ ')
    do {
      const key = this.#string()
      this.expect(' = ')
      if (Object.keys(entries).some(other => other.toLowerCase() === key.toLowerCase()))
        throw new Error(`the key ${key} stands there twice`)
      entries[key] = this.#sum()
    } while (this.skip('; '))
    this.expect(' }')
    return entries
  }

  skip(token: string): boolean {
    const isThere = this.#line.startsWith(token, this.#index)
    if (isThere) this.#index += token.length
    return isThere
  }

  expect(token: string): void {
    if (!this.skip(token)) throw new Error(`expected ${token} at ${this.#rest()}`)
  }

  match(pattern: RegExp): string {
    pattern.lastIndex = this.#index
    const [found] = pattern.exec(this.#line) ?? []
    if (found === undefined) throw new Error(`expected ${pattern} at ${this.#rest()}`)
    this.#index += found.length
    return found
  }

  end(): void {
    if (this.#index < this.#line.length) throw new Error(`a second command: ${this.#rest()}`)
  }

  #bytes(): string {
    const value = this.#sum()
    this.expect(')')
    return value
  }

  /** A sum is text only if its first term is: PowerShell converts the others to the type of the first. */
  #sum(): string {
    let value = this.#string()
    while (this.skip(' + ')) value += this.#term()
    return value
  }

  #term(): string {
    if (this.skip('[char]')) return String.fromCharCode(Number(this.match(/\d+/y)))
    if (this.skip('$env:')) return this.#environment[this.match(/\w+/y)] ?? ''
    return this.#string()
  }

  /** In single quotes only they have a meaning: two in a row are the second one. */
  #string(): string {
    let value = ''
    if (!this.#skipQuote()) throw new Error(`expected a string at ${this.#rest()}`)
    for (;;) {
      const character = this.#line[this.#index++]
      if (character === undefined) throw new Error('the string has no end')
      if (QUOTES.includes(character) && !this.#skipQuote()) return value
      value += QUOTES.includes(character) ? this.#line[this.#index - 1] : character
    }
  }

  #skipQuote(): boolean {
    const character = this.#line[this.#index]
    const isQuote = character !== undefined && QUOTES.includes(character)
    if (isQuote) this.#index++
    return isQuote
  }

  #rest = () => JSON.stringify(this.#line.slice(this.#index))
}
