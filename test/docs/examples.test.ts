// Every example that is one file runs, and prints what it says.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectedLines, runExample } from './run-example.ts'

const [major = ''] = process.versions.node.split('.')

test.for(globSync('examples/*.ts'))('%s', async (file, { skip }) => {
  const source = readFileSync(file, 'utf8')
  skip(+major < 24 && source.includes('await using'), `Node ${major} has no "await using"`)
  const lines = await runExample(file)
  expect(lines).not.toEqual([])
  expect(lines).toEqual(expect.arrayContaining(expectedLines(source)))
})
