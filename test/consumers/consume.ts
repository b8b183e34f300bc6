import { spawn } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { freshFolder } from '../support/shell.ts'
import type { Consumer } from './consumers.ts'

/** This Node, and nothing else of this project: a consumer brings its own tools. */
const paths = (process.env.PATH ?? '').split(delimiter)
const others = paths.filter(path => !resolve(path).startsWith(resolve('node_modules')))
const PATH = [dirname(process.execPath), ...others].join(delimiter)

/** What became of a consumer. */
export interface Outcome {
  tools: string
  /** Why something was not checked. */
  skipped?: string | undefined
  /** The output of the tools, if the consumer failed. */
  failure?: string
  seconds: number
}

/** Makes the project in a folder of its own, installs the tarball there and runs its `npm test`. */
export async function consume(consumer: Consumer, tarball: string): Promise<Outcome> {
  const { folders, also = [], check } = consumer
  const folder = await freshFolder()
  const outcome: Outcome = { tools: '', seconds: 0 }
  const start = performance.now()
  try {
    for (const part of folders)
      await cp(join(import.meta.dirname, part), folder, { recursive: true })
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
    await npm(folder, 'install', '--loglevel=error', ...quiet, tarball, ...also)
    outcome.tools = await versions(folder)
    const printed = await npm(folder, 'test', '--silent')
    if (check && printed) throw new Error(printed) // a bundler that is content says nothing
    outcome.skipped = await check?.(folder)
  } catch (error) {
    outcome.failure = error instanceof Error ? error.message : String(error)
  }
  outcome.seconds = Math.round((performance.now() - start) / 1_000)
  return outcome
}

/** The versions of its tools, as installed. */
async function versions(folder: string): Promise<string> {
  const read = async (path: string) => JSON.parse(await readFile(join(folder, path), 'utf8'))
  const { dependencies, devDependencies } = await read('package.json')
  const names = Object.keys({ ...devDependencies, ...dependencies })
  const found = names
    .filter(name => name !== 'plant-store-client')
    .map(async name => `${name} ${(await read(`node_modules/${name}/package.json`)).version}`)
  return (await Promise.all(found)).join(', ')
}

/** Resolves to the output of npm. Throws it if npm fails. */
async function npm(cwd: string, ...args: string[]): Promise<string> {
  const child = spawn('npm', args, { cwd, env: { ...process.env, PATH } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      printed += text
    })
  const code = await new Promise((resolve, reject) => {
    child.on('close', resolve).on('error', reject)
  })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${printed}`)
  return printed
}
