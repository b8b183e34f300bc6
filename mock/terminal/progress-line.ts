import type { WriteStream } from 'node:tty'

/** For a terminal that does not know its width. */
const DEFAULT_COLUMNS = 80

/** The last line of a terminal, which is written over again and again. */
export class ProgressLine {
  readonly #stream: WriteStream
  #text = ''

  constructor(stream: WriteStream) {
    this.#stream = stream
  }

  show(text: string): void {
    this.#text = text
    this.#draw(text)
  }

  clear(): void {
    this.show('')
  }

  /** The same function, whose output scrolls by above the line. */
  above(print: (text: string) => void): (text: string) => void {
    return text => {
      this.#draw('')
      print(text)
      this.#draw(this.#text)
    }
  }

  /** Back to the first column and over what was there; a text that wraps could not be erased. */
  #draw(text: string): void {
    const columns = this.#stream.columns || DEFAULT_COLUMNS
    this.#stream.write(`\r\u001b[K${text.slice(0, columns - 1)}`)
  }
}
