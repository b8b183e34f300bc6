// CONTRIBUTING.md names files that exist, and leaves none out of the folders whose files it lists.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The folders that the paths of a section are in. */
const BASES: Record<string, string> = {
  'A call of the client': 'src',
  'A POST through the mock': 'mock',
  Words: 'mock',
}

/** A path in backticks: it has a file type, or ends in a slash. */
const PATH = /`(\.?(?:[\w.-]+\/)*(?:[\w-][\w.-]*\.(?:tsx?|md|json|ya?ml)|[\w.-]+\/))`/g

/** The paths that a section names. In a row of a table and in an item, they are in the folder that it begins with. */
function pathsIn(section: string): string[] {
  const [title = ''] = section.split('\n')
  const base = BASES[title] ?? '.'
  return section.split('\n').flatMap(line => {
    const folder = /^(?:\| |\d\. )?`((?:\w+\/)+)`/.exec(line)?.[1] ?? ''
    return [...line.matchAll(PATH)].map(([, path = '']) => {
      const candidates = [join(base, folder, path), join(folder, path), join(base, path), path]
      return candidates.find(candidate => existsSync(candidate)) ?? path
    })
  })
}

const sections = readFileSync('CONTRIBUTING.md', 'utf8').split(/^##+ /m)
const named = sections.flatMap(pathsIn).filter(path => path !== 'site/') // a command writes it

test('each path that CONTRIBUTING.md names exists', () => {
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(path => !existsSync(path))).toEqual([])
})

test('CONTRIBUTING.md names each file of the client and of the mock', () => {
  const files = globSync('{src,mock}/**/*.{ts,tsx}').filter(file => !file.endsWith('.d.ts'))
  expect(files.filter(file => !named.includes(file))).toEqual([])
})
