/**
 * Writes the code blocks of README.md, CHANGELOG.md and the guides from files that CI runs. The line before a
 * block names its source: `<!-- examples/first-call.ts#call -->` is the part of that file between
 * `// #region call` and `// #endregion`; without `#call` it is the whole file. What stands between
 * `<!-- node numbers.ts -->` and `<!-- end -->` is what that program prints. With `--check` it writes
 * nothing and fails where something is not its source.
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

type Groups = Record<string, string>

const check = process.argv.includes('--check')

for (const page of PAGES) {
  const text = readFileSync(page, 'utf8')
  const written = rewrite(page, rewrite(page, text, BLOCK, quote), PRINTED, print)
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
      const line = text.slice(0, offset).split('\n').length + 1
      console.error(`${page}:${line}: the block ${(error as Error).message}`)
      process.exitCode = 1
      return found
    }
  })
}

function quote({ before = '', open, indent = '', close }: Groups): string {
  const [, path = '', name] = /^\s*<!-- (\S+?)(?:#(\S+))? -->$/.exec(before) ?? []
  if (!path) throw new Error('has no source: name one before it, <!-- path#region -->')
  if (!RUN_BY_CI.test(path)) throw new Error(`has a source that CI does not run: ${path}`)
  if (!existsSync(path)) throw new Error(`has a source that does not exist: ${path}`)
  const lines = region(readFileSync(path, 'utf8'), path, name).map(line => line && indent + line)
  return [before, open, ...lines, close].join('\n')
}

function print({ program = '' }: Groups): string {
  const printed = execFileSync(process.execPath, [program], { encoding: 'utf8' })
  return `<!-- node ${program} -->\n\n${printed}\n<!-- end -->`
}
