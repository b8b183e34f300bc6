/** The items of each key, in the order of the first. */
export function groupBy<T, Key extends string>(
  items: readonly T[],
  keyOf: (item: T) => Key,
): [Key, [T, ...T[]]][] {
  const groups = new Map<Key, [T, ...T[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups]
}
