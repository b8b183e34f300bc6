// The build leaves docblocks out of the code, and only those.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { removeDocblocks } from '../../scripts/without-docblocks.ts'

test('The code of the package has no docblock', () => {
  const files = globSync('dist/**/*.{js,cjs}')
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(file => /^\s*\/\*\*/m.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('Texts, regular expressions and other comments stay as they are', () => {
  const code = (docblock: string) => `
class Plant {${docblock}
  name = \`
/** A text */
\`
  pattern = /[/**]/ // */
  /* @__PURE__ */ tag = '/** A tag */'
}`
  expect(removeDocblocks('plant.ts', code('\n  /** The name. */'))).toBe(code('\n  '))
})
