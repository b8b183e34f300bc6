/** Parts of a scenario by name, so that a failure can print them. */
export type Named<T> = Readonly<Record<string, T>>

export function named<T>(all: Named<T>, name: string): T {
  const found = all[name]
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}
