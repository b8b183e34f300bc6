import type { Proof, Result } from './result.ts'

const PARTS = ['store.fetch', 'socket', 'app', 'msw', 'client', 'bin']

/** A row for each runtime: how many of the checks that it can pass have passed. */
export const rowsOf = (proofs: [runtime: string, Proof][]): object =>
  Object.fromEntries(
    proofs.map(([runtime, { version, results }]) => {
      const cells = PARTS.map(part => [part, cell(results.filter(each => each.part === part))])
      return [runtime, { version, ...Object.fromEntries(cells) }]
    }),
  )

function cell(results: Result[]): string {
  const can = results.filter(({ cannot }) => cannot === undefined)
  if (can.length === 0) return 'n/a'
  const passed = can.filter(({ failure }) => failure === undefined)
  const rest = results.length - can.length
  return `${passed.length}/${can.length}${rest > 0 ? ` (${rest} n/a)` : ''}`
}

/** Each reason for "n/a", with its runtimes. */
export function reasonsOf(proofs: [runtime: string, Proof][]): string {
  const reasons = new Map<string, Set<string>>()
  for (const [runtime, { results }] of proofs)
    for (const { part, name, cannot } of results) {
      if (cannot === undefined) continue
      const line = `${part}${part === 'client' ? `, ${name}` : ''}: ${cannot}`
      reasons.set(line, (reasons.get(line) ?? new Set()).add(runtime))
    }
  return [...reasons]
    .map(([line, runtimes]) => `n/a on ${[...runtimes].join(', ')}: ${line}`)
    .join('\n')
}

export const failuresOf = (proofs: [runtime: string, Proof][]): string[] =>
  proofs.flatMap(([runtime, { results }]) =>
    results
      .filter(({ failure }) => failure !== undefined)
      .map(({ part, name, failure }) => `${runtime}, ${part}, ${name}\n  ${failure}`),
  )
