/**
 * How deep a value that is taken in may be nested (RFC 8259, section 9, allows such a limit). It is well
 * below what can be written out, so that such a value fits into any list or state.
 */
export const MAX_DEPTH = 128

/** JSON that is nested too deeply to be taken in. */
export class DepthError extends SyntaxError {}

/** Whether arrays and objects are nested deeper than that in a JSON text, which must be valid. */
export function isDeeperThan(maxDepth: number, json: string): boolean {
  let depth = 0
  for (let position = 0; position < json.length; position++) {
    const letter = json[position]
    if (letter === '"') position = endOfString(json, position)
    else if (letter === '[' || letter === '{') depth++
    else if (letter === ']' || letter === '}') depth--
    if (depth > maxDepth) return true
  }
  return false
}

/** The position of the quote that ends the string which begins at `start`. */
function endOfString(json: string, start: number): number {
  let position = start + 1
  while (json[position] !== '"') position += json[position] === '\\' ? 2 : 1
  return position
}
