import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run } from '../shell.ts'

/** The files that README and guides quote, and the examples: what readers copy into their own projects. */
function copiedByReaders(): string[] {
  const pages = ['README.md', ...globSync('docs/*.md')].map(page => readFileSync(page, 'utf8'))
  const quoted = pages.flatMap(page => [...page.matchAll(/^<!-- ([^\s#]+)(?:#\S+)? -->$/gm)])
  const examples = globSync('examples/*/{*,app/*,src/*,test/*}.{ts,tsx}')
  const files = [...quoted.map(([, file = '']) => file), ...examples]
  return [...new Set(files)].filter(file => /\.(?:m?js|jsx|ts|tsx)$/.test(file)).sort()
}

/** Lints them with the linter of Vite's template for React, as set up there. */
export async function lintSnippets(folder: string): Promise<undefined> {
  const files = copiedByReaders()
  if (files.length < 40) throw new Error(`only ${files.length} files were found`)
  for (const file of files) {
    await mkdir(dirname(join(folder, 'src', file)), { recursive: true })
    await cp(file, join(folder, 'src', file))
  }
  await run(folder, 'npm', 'run', 'lint', '--silent')
}
