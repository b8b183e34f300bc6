import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { chromiumPath } from '../browser.ts'
import { freshFolder } from '../shell.ts'
import type { Consumer, Outcome, Run } from './consumer.ts'

const QUIET = ['--loglevel=error', '--prefer-offline', '--no-audit', '--no-fund']

/** The path without this project's tools: a consumer brings its own. */
const paths = (process.env.PATH ?? '').split(delimiter)
const others = paths.filter(path => !resolve(path).startsWith(resolve('node_modules')))
const current = dirname(process.execPath)

/** Makes the project in a folder of its own, installs the tarball there and runs its tests. */
export async function consume(consumer: Consumer, tarball: string): Promise<Outcome[]> {
  const { name, home = 'test/fixtures/projects', folders, runs = [{}] } = consumer
  const folder = await freshFolder()
  const outcomes: Outcome[] = []
  for (const part of folders)
    await cp(join(home, part), folder, { recursive: true, filter: isSource })
  for (const run of runs) {
    const label = [name, run.node && `Node ${run.node}`, ...(run.also ?? [])]
    const start = performance.now()
    const outcome = await test(consumer, run, folder, tarball).catch(error => ({
      tools: '',
      failure: error instanceof Error ? error.message : String(error),
    }))
    const seconds = Math.round((performance.now() - start) / 1_000)
    outcomes.push({ label: label.filter(Boolean).join(' '), seconds, ...outcome })
  }
  await rm(folder, { recursive: true, force: true })
  return outcomes
}

/** Not what someone installed or built there. */
const isSource = (path: string): boolean => !/[\\/](node_modules|dist|test-results)$/.test(path)

/** One run. Throws the output of the tools if it fails. */
async function test({ quiet, check }: Consumer, run: Run, folder: string, tarball: string) {
  const node = run.node ? await installNode(run.node) : current
  await npm(current, folder, 'install', ...QUIET, '--ignore-scripts', tarball, ...(run.also ?? []))
  const tools = await versions(folder)
  await npm(node, folder, 'run', 'typecheck', '--if-present', '--silent')
  await compileStrictly(node, folder)
  const printed = await npm(node, folder, 'test', '--silent')
  if (quiet && printed) throw new Error(printed)
  const skipped = [...printed.matchAll(/^not here: (.*)$/gm)].map(([, what]) => what)
  if (check) skipped.push((await check(folder)) ?? '')
  return { tools, skipped: skipped.filter(Boolean).join('; ') || undefined }
}

/** Type-checks what readers copy with every check that a reader may have turned on. */
async function compileStrictly(node: string, folder: string) {
  const exists = (path: string) => existsSync(join(folder, path))
  if (!exists('tsconfig.json') || !exists('node_modules/typescript')) return
  await cp('test/fixtures/strictest.json', join(folder, 'strictest.json'))
  const own = await readFile(join(folder, 'tsconfig.json'), 'utf8')
  const config = {
    extends: ['./tsconfig.json', './strictest.json'],
    // TypeScript allows it in ES modules alone.
    compilerOptions: { verbatimModuleSyntax: !/"module": "commonjs"/i.test(own) },
  }
  await writeFile(join(folder, 'tsconfig.strictest.json'), JSON.stringify(config))
  await npm(node, folder, 'exec', '--no', '--', 'tsc', '--noEmit', '-p', 'tsconfig.strictest.json')
}

const nodes = new Map<number, Promise<string>>()

/** The folder of that version of Node, which is installed once. */
function installNode(version: number): Promise<string> {
  const install = async () => {
    const folder = await freshFolder()
    await npm(current, folder, 'install', ...QUIET, '--prefix', folder, `node@${version}`)
    return join(folder, 'node_modules/node/bin')
  }
  const installed = nodes.get(version) ?? install()
  nodes.set(version, installed)
  return installed
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
async function npm(node: string, cwd: string, ...args: string[]): Promise<string> {
  const PATH = [node, ...others].join(delimiter)
  const env = { ...process.env, PATH, CHROMIUM_PATH: chromiumPath }
  const child = spawn('npm', args, { cwd, env })
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
