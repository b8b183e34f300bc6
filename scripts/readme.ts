/**
 * Writes the code blocks of README.md, CHANGELOG.md, CONTRIBUTING.md and the guides from files that CI
 * runs. The line before a block names its source: `<!-- examples/first-call.ts#call -->` is the part of
 * that file between `// #region call` and `// #endregion`; without `#call` it is the whole file. The text
 * between `<!-- node numbers.ts -->` and `<!-- end -->` is the output of that program. With `--check`,
 * writes nothing and fails if a block differs from its source.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { region } from './readme/region.ts'

/** Files that CI runs: the tests, the examples that they test, and its own script. */
const RUN_BY_CI = /^(examples\/|test\/|\.ci\/run$)/

const check = process.argv.includes('--check')

const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...globSync('docs/*.md')]

for (const page of PAGES) {
  const lines = readFileSync(page, 'utf8').split('\n')
  const written: string[] = []
  const report = (line: number, message: string) => {
    console.error(`${page}:${line}: ${message}`)
    process.exitCode = 1
  }
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string
    written.push(line)
    const program = /^<!-- node (\S+) -->$/.exec(line)?.[1]
    if (program) {
      const end = lines.indexOf('<!-- end -->', index)
      if (end < 0)
        throw new Error(`${page}:${index + 1}: the output of ${program} has no <!-- end -->`)
      const wanted = `\n${execFileSync(process.execPath, [program], { encoding: 'utf8' })}`
      if (check && lines.slice(index + 1, end).join('\n') !== wanted)
        report(index + 1, `the output of ${program} has changed: run npm run readme`)
      written.push(...wanted.split('\n'), '<!-- end -->')
      index = end
      continue
    }
    const [, indent = '', fence] = /^(\s*)(`{3,}|~{3,})/.exec(line) ?? []
    if (!fence) continue

    const start = index + 1
    const end = lines.findIndex((other, at) => at > index && other.trim() === fence)
    if (end < 0) throw new Error(`${page}:${start}: the block has no end`)
    const block = lines.slice(start, end)
    const source = sourceOf(written.at(-2) ?? '')
    const wanted = source.map(text => text && indent + text)
    if (check && block.join('\n') !== wanted.join('\n'))
      complain('differs from its source: run npm run readme')
    written.push(...wanted, lines[end] as string)
    index = end

    function sourceOf(before: string): string[] {
      const marker = /^\s*<!-- (\S+?)(?:#(\S+))? -->$/.exec(before)
      if (!marker) return complain('has no source: name one before it, <!-- path#region -->')
      const [, path = '', name] = marker
      if (!RUN_BY_CI.test(path)) return complain(`has a source that CI does not run: ${path}`)
      if (!existsSync(path)) return complain(`has a source that does not exist: ${path}`)
      try {
        return region(readFileSync(path, 'utf8'), path, name)
      } catch (error) {
        return complain((error as Error).message)
      }
    }

    function complain(message: string): string[] {
      report(start, `the block ${message}`)
      return block
    }
  }
  if (!check) writeFileSync(page, written.join('\n'))
}
