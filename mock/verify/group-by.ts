/** One item or more. */
export type Group<T> = [T, ...T[]]

/** The items of each key, in the order of the first. */
export function groupBy<T, Key extends string>(
  items: readonly T[],
  keyOf: (item: T) => Key,
): [Key, Group<T>][] {
  const groups = new Map<Key, Group<T>>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups]
}

/** The same without the keys. */
export const groupsOf = <T>(items: readonly T[], keyOf: (item: T) => string): Group<T>[] =>
  groupBy(items, keyOf).map(([, group]) => group)
