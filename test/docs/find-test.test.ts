import { expect, test } from 'vitest'
import { run } from '../harness/shell.ts'

test('npm run find-test finds a message that is expected as a regular expression', async () => {
  const expected = /^\d gardeners water (the|all) orchids/
  expect('3 gardeners water the orchids').toMatch(expected)
  const words = ['gardeners', 'water', 'all', 'orchids']
  const printed = await run('.', 'node', 'scripts/find-test.ts', ...words)
  expect(printed).toContain(expected.source.replace('^\\d', ''))
})
