/**
 * Maximum nesting of input (RFC 8259, section 9, allows such a limit). It is well below what can be
 * written, so that input fits into any list or state.
 */
export const MAX_DEPTH = 128

/** Thrown for JSON that is nested too deeply. */
export class DepthError extends SyntaxError {}

/** Throws a `DepthError` if a text nests arrays and objects deeper than `maxDepth`. It need not be valid JSON. */
export function checkDepth(json: string, maxDepth: number): void {
  const brackets = json.split(/[[{]/, maxDepth + 2).length - 1
  if (brackets <= maxDepth) return
  forEachMark(json, (_, position, depth) => {
    if (depth > maxDepth)
      throw new DepthError(`nested deeper than ${maxDepth} levels at position ${position}`)
  })
}

/** Returns where the elements of an array begin. The text must be valid JSON. */
export function elementPositions(json: string): number[] {
  const positions: number[] = []
  forEachMark(json, (code, position, depth) => {
    if (depth === 1 && code !== ARRAY_END)
      positions.push(position + 1 + json.slice(position + 1).search(/\S/))
  })
  return positions
}

/** Calls `visit` for each bracket and comma outside of strings. A bracket is as deep as what it encloses. */
function forEachMark(
  json: string,
  visit: (code: number, position: number, depth: number) => void,
): void {
  let depth = 0
  for (let position = 0; position < json.length; position++) {
    const code = json.charCodeAt(position)
    if (code === QUOTE) position = endOfString(json, position)
    else if (code === COMMA) visit(code, position, depth)
    else if (code === ARRAY || code === OBJECT) visit(code, position, ++depth)
    else if (code === ARRAY_END || code === OBJECT_END) visit(code, position, depth--)
  }
}

export const QUOTE = 0x22 // "
const COMMA = 0x2c // ,
const ARRAY = 0x5b // [
const ARRAY_END = 0x5d // ]
const OBJECT = 0x7b // {
const OBJECT_END = 0x7d // }

/** Finds the quote that ends the string beginning at `start`. */
export function endOfString(json: string, start: number): number {
  let position = start + 1
  while (position < json.length && json[position] !== '"')
    position += json[position] === '\\' ? 2 : 1
  return position
}
