import { writeSync } from 'node:fs'

/** Appends text to an open file. Node's own stream for standard output would not write again after a full disk. */
export class FileOutput {
  readonly #fd: number
  /** Whether the last line was cut. */
  #isCut = false

  constructor(fd: number) {
    this.#fd = fd
  }

  /** Writes lines. Returns how many of them are not in the file, and why. */
  write(lines: string): { lost: number; reason?: string } {
    const end = this.#isCut ? '\n' : '' // of the line that was cut
    const bytes = Buffer.from(end + lines)
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written)
      this.#isCut = false
      return { lost: 0 }
    } catch (error) {
      if (written > 0) this.#isCut = bytes[written - 1] !== NEWLINE
      const rest = bytes.subarray(Math.max(written, end.length))
      const lost = rest.filter(byte => byte === NEWLINE).length
      return { lost, reason: (error as Error).message }
    }
  }
}

const NEWLINE = 0x0a
