// Writes the table of runtimes in docs/compatibility.md: `node test/harness/runtimes/table.ts`
import type { Runtime } from './result.ts'
import { runtimes } from './runtimes.ts'

/** The rows: how a reader names the runtime, and what runs there besides client and `store.fetch`. */
const ROWS = {
  node: ['Node', 'server, command, msw (2 on Node 20, else 3)'],
  bun: ['Bun', '`Bun.serve`, server, command, msw 2'],
  deno: ['Deno', '`Deno.serve`, server, command, msw 2'],
  workerd: [
    'Workers (workerd)',
    '[`createMockApp`](mock-reference.md#in-code); msw handlers with `nodejs_compat`',
  ],
  chromium: ['Chromium', "msw 3's service worker"],
} as const

const versions: Record<string, string[]> = {}
for (const [name, runtime] of Object.entries(runtimes)) {
  const [row = ''] = name.split(/[-\d]/) // as bun-1.3 and node20 are named
  if (!(row in ROWS)) throw new Error(`${name} has no row in the table of runtimes`)
  versions[row] = [...(versions[row] ?? []), versionOf(runtime)]
}

console.log('| runtime | version | also |\n|---|---|---|')
for (const [row, [title, also]] of Object.entries(ROWS))
  console.log(`| ${title} | ${versions[row]?.toSorted().join(', ')} | ${also} |`)

/** The version of the package that has it, as `2.9` for 2.9.6; of miniflare, which is dated, the month. */
function versionOf({ packages: [name = ''] }: Runtime): string {
  const version = name.replace(/^.+@/, '')
  const dated = /\.(\d{4})(\d\d)\d\d\./.exec(version)
  if (dated) return `${dated[1]}-${dated[2]}`
  return name.startsWith('msw') ? 'current' : version.split('.').slice(0, 2).join('.')
}
