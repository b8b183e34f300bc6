// No edit of openapi.yaml goes silently wrong: what cannot be followed is refused, all of it at once.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../../scripts/generate/files.ts'
import { RefusedDescription } from '../../scripts/generate/problems.ts'
import { edited } from './edit.ts'
import { refused } from './refused.ts'

const source = readFileSync('openapi.yaml', 'utf8')

test.each(refused)('refused: $name', async edit => {
  const description = edited(source, edit)
  expect(description).not.toBe(source)
  const refusal = await generatedFiles(description).catch((error: unknown) => error)
  if (!(refusal instanceof RefusedDescription)) throw refusal
  expect(refusal.problems).toEqual(
    edit.problems.map(problem =>
      typeof problem === 'string'
        ? expect.stringContaining(problem)
        : expect.stringMatching(problem),
    ),
  )
})
