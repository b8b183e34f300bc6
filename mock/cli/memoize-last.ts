/** Remembers the last result. */
export function memoizeLast<T>(compute: (input: T) => string): (input: T) => string {
  let last: T | undefined
  let result = ''
  return input => {
    if (input !== last) result = compute(input)
    last = input
    return result
  }
}
