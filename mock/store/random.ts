/** Creates a source of numbers from 0 to 1. The same seed gives the same sequence (mulberry32). */
export function createRandom(seed?: number): () => number {
  if (seed === undefined) return Math.random
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
