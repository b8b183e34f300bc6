import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { run } from '../harness/shell.ts'

export const CALLS = 100
export const OURS = 'plant-store-client'
export const DIRECT = 'openapi-fetch with its generated types'

/** What a consumer begins with, and each of its calls; both call `add(plant)`. */
export const consumers: Record<string, { start: string; call: (plant: string) => string }> = {
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
}

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** Compiles the consumer in a folder. Resolves to how many types were instantiated; rejects if it does not compile. */
export async function compile(folder: string): Promise<number> {
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
  return Number(/^Instantiations: +(\d+)/m.exec(printed)?.[1])
}

/** Writes a project with the consumer of one side. */
export async function writeConsumer(folder: string, side: string): Promise<void> {
  const { start, call } = consumers[side] as (typeof consumers)[string]
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
