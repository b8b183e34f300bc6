/**
 * Writes the code blocks of README.md and CHANGELOG.md from files that CI runs. The line before a
 * block names its source: `<!-- examples/first-call.ts#call -->` is the part of that file between
 * `// #region call` and `// #endregion`; without `#call` it is the whole file. With `--check` it
 * writes nothing and fails where a block is not its source.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { region } from './readme/region.ts'

/** What CI runs: tests hold the examples, and themselves. */
const RUN_BY_CI = /^(examples\/|test\/|\.ci\/run$)/

const check = process.argv.includes('--check')

for (const page of ['README.md', 'CHANGELOG.md']) {
  const lines = readFileSync(page, 'utf8').split('\n')
  const written: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string
    written.push(line)
    const [, indent = '', fence] = /^(\s*)(`{3,}|~{3,})/.exec(line) ?? []
    if (!fence) continue

    const start = index + 1
    const end = lines.findIndex((other, at) => at > index && other.trim() === fence)
    if (end < 0) throw new Error(`${page}:${start}: the block has no end`)
    const block = lines.slice(start, end)
    const source = sourceOf(written.at(-2) ?? '')
    const wanted = source.map(text => text && indent + text)
    if (check && block.join('\n') !== wanted.join('\n'))
      complain('is not what its source is: run npm run readme')
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
      console.error(`${page}:${start}: the block ${message}`)
      process.exitCode = 1
      return block
    }
  }
  if (!check) writeFileSync(page, written.join('\n'))
}
