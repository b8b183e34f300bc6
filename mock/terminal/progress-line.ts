import type { WriteStream } from 'node:tty'

/** Used if a terminal does not know its width. */
const DEFAULT_COLUMNS = 80

/** The last line of a terminal, which is overwritten again and again. */
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

  /** Wraps a print function, so that its output scrolls by above the line. */
  above(print: (text: string) => void): (text: string) => void {
    return text => {
      this.#draw('')
      print(text)
      this.#draw(this.#text)
    }
  }

  /** Overwrites the line. Cuts the text, because a wrapped line could not be erased. */
  #draw(text: string): void {
    const columns = this.#stream.columns || DEFAULT_COLUMNS
    this.#stream.write(`\r\u001b[K${text.slice(0, columns - 1)}`)
  }
}
