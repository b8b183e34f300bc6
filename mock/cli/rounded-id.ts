/**
 * Whether an id may be what a double has left of another one: beyond 2^53, and either exactly a double
 * or a double as JavaScript prints it. Clients that read ids as doubles round them without a word.
 */
export function mayBeRounded(id: number | bigint): boolean {
  if (Number.isSafeInteger(id)) return false
  const double = Number(id)
  return BigInt(double) === BigInt(id) || String(double) === String(id)
}
