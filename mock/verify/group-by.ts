/** The items of each key, in the order of the first. */
export function groupBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): [string, [T, ...T[]]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups]
}
