// Writes the table of frameworks and tools in docs/compatibility.md: `node test/harness/consumers/table.ts`
import { readFileSync } from 'node:fs'
import type { Consumer, Use } from './consumer.ts'
import { consumers } from './consumers.ts'
import { setups } from './setups.ts'

/** What is known of a framework or a tool, from all projects that use it. */
interface Row {
  versions: Set<string>
  needs?: string | undefined
}

const rows = new Map<string, Row>()
for (const consumer of [...consumers, ...setups])
  for (const use of consumer.uses) {
    const { versions, needs } = rows.get(use.name) ?? { versions: new Set() }
    for (const version of versionsOf(use, consumer)) versions.add(version)
    rows.set(use.name, { versions, needs: use.needs ?? needs })
  }

console.log('| framework or tool | version | what it needs |\n|---|---|---|')
for (const [name, { versions, needs }] of [...rows].toSorted(([a], [b]) =>
  a.localeCompare(b, 'en'),
))
  console.log(`| ${name} | ${sort(versions).join(', ')} | ${needs ?? 'nothing'} |`)

/** The versions that its runs install, as `8.3` for 8.3.8. */
function versionsOf({ packages }: Use, { home, folders, runs = [{}] }: Consumer): string[] {
  const installed = folders.map(folder =>
    dependenciesOf(`${home ?? 'test/fixtures/projects'}/${folder}`),
  )
  const wanted: Record<string, string> = Object.assign({}, ...installed)
  return packages.flatMap(name =>
    runs.map(({ also = [] }) => {
      const other = also.find(each => each.startsWith(`${name}@`))?.slice(name.length + 1)
      const version = other ?? wanted[name]
      if (version === undefined) throw new Error(`No project of ${folders} installs ${name}`)
      return version
        .replace(/^npm:.+@/, '')
        .split('.')
        .slice(0, 2)
        .join('.')
    }),
  )
}

function dependenciesOf(folder: string): Record<string, string> {
  try {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(`${folder}/package.json`, 'utf8'),
    )
    return { ...dependencies, ...devDependencies }
  } catch {
    return {} // a folder of sources alone
  }
}

function sort(versions: Set<string>): string[] {
  return [...versions].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}
