/**
 * Maximum nesting of input (RFC 8259, section 9, allows such a limit). It is well below what can be
 * written, so that input fits into any list or state.
 */
export const MAX_DEPTH = 128

/** Thrown for JSON that is nested too deeply. */
export class DepthError extends SyntaxError {}

/** Returns whether a valid JSON text nests arrays and objects deeper than that. */
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

/** Finds the quote that ends the string beginning at `start`. */
function endOfString(json: string, start: number): number {
  let position = start + 1
  while (json[position] !== '"') position += json[position] === '\\' ? 2 : 1
  return position
}
