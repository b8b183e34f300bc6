// Every example that is one file runs, and prints what it says.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectedLines, runExample } from './run-example.ts'

test.for(globSync('examples/scripts/*.ts'))(
  'an example of the docs, code in one file, runs and prints what it says: %s',
  async file => {
    const source = readFileSync(file, 'utf8')
    const lines = await runExample(file)
    expect(lines).not.toEqual([])
    expect(lines).toEqual(expect.arrayContaining(expectedLines(source)))
  },
)
