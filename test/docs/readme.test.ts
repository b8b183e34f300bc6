// What the README says was tested is what the tables of docs/compatibility.md list.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('each framework and tool that the README names as tested begins a row of the table of what was run', () => {
  const [, names = ''] =
    /\[Tested with\]\(\S+\) (.+) and others\./.exec(readFileSync('README.md', 'utf8')) ?? []
  const table = readFileSync('docs/compatibility.md', 'utf8')
  expect(names).not.toBe('')
  const unlisted = names.split(', ').filter(name => !table.includes(`\n| ${name} `))
  expect(unlisted).toEqual([])
})
