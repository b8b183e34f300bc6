// What a client costs the compiler: a file with a hundred calls. With `--check`, only whether the
// instantiations of this client's own are within their budget, in the sources as they are built.
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { run } from '../package/shell.ts'
import { inSet, install } from './peers.ts'
import { type Findings, measure } from './report.ts'
import { pick, rounds } from './rounds.ts'

/** A little more than there are: a type that gets expensive is to be noticed. */
const MOST_INSTANTIATIONS = 200

const CALLS = 100
const OURS = 'plant-store-client'
const DIRECT = 'openapi-fetch with its generated types'

/** What a consumer begins with, and each of its calls; both call `add(plant)`. */
const consumers: Record<string, { start: string; call: (plant: string) => string }> = {
  [OURS]: {
    start: `
      import { PlantStoreClient } from 'plant-store-client'
      const client = new PlantStoreClient({ baseUrl: 'http://localhost', accessToken: 'token' })`,
    call: plant => `
      const { data, error } = await client.addPlant(${plant})
      return error ? error.message : data.name`,
  },
  [DIRECT]: {
    start: `
      import createClient from 'openapi-fetch'
      import type { paths } from './paths.js'
      const client = createClient<paths>({ baseUrl: 'http://localhost' })`,
    call: plant => `
      const { data, error } = await client.POST('/plants', { body: ${plant} })
      return error ? error.message : data.name`,
  },
  'a wrapper typed by hand': {
    start: `
      interface Plant { name: string; tag?: string }
      interface NewPlant extends Plant { id: number }
      async function addPlant(body: NewPlant): Promise<Plant> {
        const response = await fetch('/plants', { method: 'POST', body: JSON.stringify(body) })
        if (!response.ok) throw new Error(String(response.status))
        return response.json() as Promise<Plant>
      }`,
    call: plant => `
      const data = await addPlant(${plant})
      return data.name`,
  },
}

interface Cost {
  instantiations: number
  seconds: number
  megabytes: number
}

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** Compiles the consumer in a folder; throws where it does not compile. */
async function compile(folder: string): Promise<Cost> {
  const printed = await run(
    folder,
    process.execPath,
    tsc,
    '-p',
    '.',
    '--extendedDiagnostics',
  ).catch(error => {
    throw new Error(`The consumer does not compile: ${error.stdout}`)
  })
  const number = (label: string) =>
    Number(new RegExp(`^${label}: +([\\d.]+)`, 'm').exec(printed)?.[1])
  return {
    instantiations: number('Instantiations'),
    seconds: number('Check time'),
    megabytes: number('Memory used') / 1_000,
  }
}

async function writeConsumer(
  folder: string,
  { start, call }: (typeof consumers)[string] = { start: '', call: String },
) {
  const calls = Array.from({ length: CALLS }, (_, id) => {
    const plant = `{ id: ${id}, name: 'Monstera', tag: 'tropical' }`
    return `export async function call${id}(): Promise<string> {${call(plant)}\n}`
  })
  await writeFile(join(folder, 'consumer.ts'), [start, ...calls].join('\n'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
  )
}

export async function types(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const description = inSet('clients', 'node_modules/plant-store-client/openapi.yaml')
  const root = await mkdtemp(join(tmpdir(), 'plant-store-bench-'))
  try {
    await symlink(inSet('clients', 'node_modules'), join(root, 'node_modules'))
    const sides: Record<string, () => Promise<Cost>> = {}
    for (const [index, [name, consumer]] of Object.entries(consumers).entries()) {
      const folder = join(root, String(index))
      await mkdir(folder)
      await writeConsumer(folder, consumer)
      const paths = await openapiTS(await readFile(description, 'utf8'))
      await writeFile(join(folder, 'paths.ts'), astToString(paths))
      sides[name] = () => compile(folder)
    }
    const samples = await rounds(quick ? 2 : 9, sides)
    const table = (what: string, unit: string, number: (cost: Cost) => number, atMost?: number) =>
      measure({
        what: `${what} of ${CALLS} calls`,
        unit,
        baseline: DIRECT,
        samples: pick(samples, number),
        budgets: atMost === undefined ? [] : [{ side: OURS, atMost }],
      })
    const { version } = createRequire(import.meta.url)('typescript/package.json')
    return {
      versions: { ...versions, typescript: version },
      measures: [
        table('Type instantiations', '', cost => cost.instantiations, MOST_INSTANTIATIONS),
        table('Check time', 's', cost => cost.seconds),
        table('Memory for the types', 'MB', cost => cost.megabytes),
      ],
    }
  } finally {
    await rm(root, { recursive: true })
  }
}

/** The built package, without an install: fast enough for each change. */
async function check(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-bench-'))
  try {
    const link = join(folder, 'node_modules', OURS)
    await mkdir(dirname(link))
    await symlink(resolve('.'), link)
    await writeConsumer(folder, consumers[OURS])
    const { instantiations } = await compile(folder)
    const words = `${instantiations} type instantiations for ${CALLS} calls, at most ${MOST_INSTANTIATIONS}`
    if (instantiations > MOST_INSTANTIATIONS) throw new Error(`Too many: ${words}`)
    console.log(words)
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (import.meta.main && process.argv.includes('--check')) await check()
