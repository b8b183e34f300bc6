/** The samples of each side, round by round. */
export type Samples<T = number> = Record<string, T[]>

/**
 * Measures all sides in each round, every time in another order, so that other work of the machine
 * affects all of them alike.
 */
export async function rounds<T>(
  count: number,
  sides: Record<string, () => T | Promise<T>>,
): Promise<Samples<T>> {
  const names = Object.keys(sides)
  const samples: Samples<T> = Object.fromEntries(names.map(name => [name, []]))
  for (let round = 0; round < count; round++)
    for (const name of shuffled(names)) samples[name]?.push(await (sides[name] as () => T)())
  return samples
}

/** The rounds of several processes, one after another, since each may compile the same code otherwise. */
export async function inProcesses<T>(
  count: number,
  measured: () => Promise<Samples<T>>,
): Promise<Samples<T>> {
  const samples: Samples<T> = {}
  for (let process = 0; process < count; process++)
    for (const [side, values] of Object.entries(await measured()))
      samples[side] = [...(samples[side] ?? []), ...values]
  return samples
}

/** One number of each sample. */
export const pick = <T>(samples: Samples<T>, number: (sample: T) => number): Samples =>
  Object.fromEntries(Object.entries(samples).map(([side, all]) => [side, all.map(number)]))

/** Each side against another of the same round. */
export const ratios = (samples: Samples, side: string, against: string): number[] =>
  (samples[side] ?? []).map((value, round) => value / (samples[against]?.[round] ?? Number.NaN))

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [below = Number.NaN, above = Number.NaN] = [Math.floor(middle), Math.ceil(middle)].map(
    index => sorted[index],
  )
  return (below + above) / 2
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map(one => ({ one, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ one }) => one)
}
