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
  for (const { depth, position } of marksOf(json))
    if (depth > maxDepth)
      throw new DepthError(`nested deeper than ${maxDepth} levels at position ${position}`)
}

/** Returns where the elements of an array begin. The text must be valid JSON. */
export function elementPositions(json: string): number[] {
  const positions: number[] = []
  for (const { letter, position, depth } of marksOf(json))
    if (depth === 1 && letter !== ']')
      positions.push(position + 1 + json.slice(position + 1).search(/\S/))
  return positions
}

/** A bracket or a comma outside of strings. */
interface Mark {
  readonly letter: string
  readonly position: number
  /** How many arrays and objects it is in; brackets are in their own. */
  readonly depth: number
}

function* marksOf(json: string): Generator<Mark> {
  let depth = 0
  for (let position = 0; position < json.length; position++) {
    const letter = json.charAt(position)
    if (letter === '"') position = endOfString(json, position)
    else if (letter === ',') yield { letter, position, depth }
    else if (letter === '[' || letter === '{') yield { letter, position, depth: ++depth }
    else if (letter === ']' || letter === '}') yield { letter, position, depth: depth-- }
  }
}

/** Finds the quote that ends the string beginning at `start`. */
export function endOfString(json: string, start: number): number {
  let position = start + 1
  while (position < json.length && json[position] !== '"')
    position += json[position] === '\\' ? 2 : 1
  return position
}
