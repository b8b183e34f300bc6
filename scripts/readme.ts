/**
 * Writes the code blocks of README.md, CHANGELOG.md and the guides from files that CI runs. The line before a
 * block names its source: `<!-- examples/first-call.ts#call -->` is the part of that file between
 * `// #region call` and `// #endregion`; without `#call` it is the whole file. What stands between
 * `<!-- node numbers.ts -->` and `<!-- end -->`, on lines of their own or within one, is what that program prints.
 * With `--check` it writes nothing and fails where something is not its source.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { region } from './readme/region.ts'

const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...globSync('docs/*.md')]

/** Files that CI runs: the tests, and the examples that they test. */
const RUN_BY_CI = /^(?:examples|test)\//

const BLOCK =
  /^(?<before>.*)\n(?<open>(?<indent> *)(?<fence>`{3,}|~{3,}).*)\n[\s\S]*?^(?<close> *\k<fence>)$/gm
const PRINTED = /^<!-- node (?<program>\S+) -->\n[\s\S]*?^<!-- end -->$/gm
const INLINE = /<!-- node (?<program>\S+) -->(?!\n).*?<!-- end -->/g

type Groups = Record<string, string>

const check = process.argv.includes('--check')

for (const page of PAGES) {
  const text = readFileSync(page, 'utf8')
  const quoted = rewrite(page, text, BLOCK, insertRegion)
  const written = rewrite(page, rewrite(page, quoted, PRINTED, print), INLINE, printInline)
  if (written !== text) writeFileSync(page, written)
}

/** Updates each part from its source. With `--check`, or without a source, reports it instead. */
function rewrite(page: string, text: string, part: RegExp, write: (groups: Groups) => string) {
  return text.replace(part, (found: string, ...rest: unknown[]) => {
    const [offset, , groups] = rest.slice(-3) as [number, string, Groups]
    try {
      const wanted = write(groups)
      if (check && wanted !== found) throw new Error('differs from its source: run npm run docs')
      return wanted
    } catch (error) {
      const line = text.slice(0, offset).split('\n').length + (found.includes('\n') ? 1 : 0)
      console.error(`${page}:${line}: the part ${(error as Error).message}`)
      process.exitCode = 1
      return found
    }
  })
}

function insertRegion({ before = '', open, indent = '', close }: Groups): string {
  const [, path = '', name] = /^\s*<!-- (\S+?)(?:#(\S+))? -->$/.exec(before) ?? []
  if (!path) throw new Error('has no source: name one before it, <!-- path#region -->')
  if (!RUN_BY_CI.test(path)) throw new Error(`has a source that CI does not run: ${path}`)
  if (!existsSync(path)) throw new Error(`has a source that does not exist: ${path}`)
  const lines = region(readFileSync(path, 'utf8'), path, name).map(line => line && indent + line)
  return [before, open, ...lines, close].join('\n')
}

function print({ program = '' }: Groups): string {
  return `<!-- node ${program} -->\n\n${output(program).trim()}\n\n<!-- end -->`
}

function printInline({ program = '' }: Groups): string {
  return `<!-- node ${program} -->${output(program).trim()}<!-- end -->`
}

function output(program: string): string {
  return execFileSync(process.execPath, [program], { encoding: 'utf8' })
}
