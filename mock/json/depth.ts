/**
 * How deep a value that is taken in may be nested (RFC 8259, section 9, allows such a limit). It is well
 * below what can be written out, so that such a value fits into any list or state.
 */
export const MAX_DEPTH = 128

/** JSON that is nested too deeply to be taken in. */
export class DepthError extends SyntaxError {}

/** Whether arrays and objects are nested deeper than that. */
export function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  for (const part of Object.values(value)) if (isDeeperThan(depth - 1, part)) return true
  return false
}
