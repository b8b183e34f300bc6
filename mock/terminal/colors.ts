import type { WriteStream } from 'node:tty'

/** Returns whether to colour text: as FORCE_COLOR says, or else on a terminal unless NO_COLOR is set. */
export function hasColors(stream: Pick<WriteStream, 'isTTY' | 'hasColors'>): boolean {
  const { FORCE_COLOR } = process.env
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return stream.isTTY && stream.hasColors()
}

/** Codes of ECMA-48, section 8.3.117. */
export const DIM = 2
export const RED = 31
export const GREEN = 32
export const YELLOW = 33
export const MAGENTA = 35

/** Colours a text. */
export type Paint = (code: number | undefined, text: string) => string

export const createPaint =
  (colors: boolean): Paint =>
  (code, text) =>
    colors && code !== undefined ? `\u001b[${code}m${text}\u001b[0m` : text
