// The release as users get it: published to a registry, and installed from there with each package manager.
import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../harness/listen.ts'
import { freshFolder, run } from '../harness/shell.ts'

/** The tools of the run. verdaccio asks for a tag of node-fetch that not every registry has. */
const TOOLS = {
  private: true,
  dependencies: {
    verdaccio: '6.8.0',
    pnpm: '12.21.0',
    yarn: '1.22.22',
    '@yarnpkg/cli-dist': '4.18.1',
    bun: '1.4.5',
    deno: '2.9.6',
  },
  overrides: { 'node-fetch': '2.7.0' },
}

let tools: string
let registry: { url: string; close(): void }

beforeAll(async () => {
  tools = await freshFolder()
  await writeFile(join(tools, 'package.json'), JSON.stringify(TOOLS))
  await run(tools, 'npm', 'install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts')
  registry = await startRegistry()
  await run('.', process.execPath, 'scripts/package.ts', tools)
  await run('.', 'npm', 'publish', join(tools, 'package'), ...publish(registry.url))
}, 600_000)
afterAll(() => registry?.close())

const bin = (path: string) => join(tools, 'node_modules', path)

/** As CONTRIBUTING.md has it for the first version; this registry takes any token. */
const publish = (url: string) => [
  '--silent',
  '--provenance=false',
  `--registry=${url}`,
  `--${url.replace('http:', '')}/:_authToken=any`,
]

/** Starts verdaccio, which has this package and passes on what is asked for besides. */
async function startRegistry() {
  const uplink = (await run('.', 'npm', 'config', 'get', 'registry')).trim()
  const port = await freePort()
  const config = `
storage: ./storage
uplinks: { npmjs: { url: '${uplink}' } }
packages:
  plant-store-client: { access: $all, publish: $all }
  '**': { access: $all, proxy: npmjs }
log: { type: stdout, level: error }
`
  await writeFile(join(tools, 'config.yaml'), config)
  const address = `127.0.0.1:${port}`
  const args = [bin('.bin/verdaccio'), '--config', 'config.yaml', '--listen', address]
  const child = spawn(process.execPath, args, { cwd: tools, stdio: 'ignore' })
  const url = `http://${address}`
  while (!(await fetch(`${url}/-/ping`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`verdaccio ended with ${child.exitCode}`)
    await setTimeout(100) // nothing tells when it listens
  }
  return { url, close: () => child.kill('SIGKILL') }
}

// On the first day of a version, Yarn and Deno install an older one. Here they are told not to.
const yarnrc = (linker: string) => `
nodeLinker: ${linker}
enableTelemetry: false
npmMinimalAgeGate: 0
unsafeHttpWhitelist: ['127.0.0.1']
`

const yarn = (linker: string) => ({
  add: () => [process.execPath, bin('@yarnpkg/cli-dist/bin/yarn.js'), 'add'],
  node: () => [process.execPath, bin('@yarnpkg/cli-dist/bin/yarn.js'), 'node'],
  rc: yarnrc(linker),
})

const node = () => [process.execPath]
const bun = () => bin('@oven/bun-linux-x64/bin/bun')
const deno = () => bin('@deno/linux-x64-glibc/deno')

const managers: Record<string, { add(): string[]; node(): string[]; rc?: string }> = {
  npm: { add: () => ['npm', 'install'], node },
  pnpm: { add: () => [bin('@pnpm/exe.linux-x64/pnpm'), 'add'], node },
  'Yarn 4': yarn('node-modules'),
  'Yarn 4, without node_modules': yarn('pnp'),
  'Yarn 1': { add: () => [process.execPath, bin('yarn/bin/yarn.js'), 'add'], node },
  Bun: { add: () => [bun(), 'add'], node: () => [bun()] },
  Deno: {
    add: () => [deno(), 'add', '--minimum-dependency-age=0', '--npm'],
    node: () => [deno(), 'run', '--minimum-dependency-age=0', '--allow-net', '--allow-env'],
  },
}

test.for(Object.entries(managers))('%s', async ([_name, { add, node, rc = '' }], { skip }) => {
  skip(process.platform !== 'linux' || process.arch !== 'x64', 'its binaries are those of Linux')
  const folder = join(await freshFolder(), 'app')
  await mkdir(folder)
  const firstCall = await readFile('examples/scripts/first-call.ts', 'utf8')
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await writeFile(join(folder, 'yarn.lock'), '') // a project of its own
  await writeFile(join(folder, '.npmrc'), `registry=${registry.url}\n`)
  await writeFile(join(folder, '.yarnrc.yml'), `${rc}npmRegistryServer: ${registry.url}\n`)
  await writeFile(join(folder, 'first-call.mjs'), firstCall)
  const [program = '', ...words] = add()
  await run(folder, program, ...words, 'plant-store-client')
  const [runtime = '', ...args] = node()
  const printed = await run(folder, runtime, ...args, resolve(folder, 'first-call.mjs'))
  expect(printed).toBe('Monstera\nnetwork true\n')
})
