// The types that the compiler instantiates for a hundred calls of the client.
import { symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { freshFolder, run } from '../harness/shell.ts'

const CALLS = 100
const require = createRequire(import.meta.url)

/** Compiles a file with the calls, which finds the package in this `node_modules`. */
export async function instantiations(modules: string): Promise<number> {
  const calls = Array.from(
    { length: CALLS },
    (_, id) => `export async function call${id}(): Promise<string> {
      const { data, error } = await client.addPlant({ id: ${id}, name: 'Monstera', tag: 'tropical' })
      return error ? error.message : data.name
    }`,
  )
  const source = `
    import { PlantStoreClient } from 'plant-store-client'
    const client = new PlantStoreClient({ baseUrl: 'http://localhost', accessToken: 'token' })
    ${calls.join('\n')}`
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  }
  const folder = await freshFolder()
  await symlink(modules, join(folder, 'node_modules'), 'junction')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'calls.ts'), source)
  const config = JSON.stringify({ compilerOptions, files: ['calls.ts'] })
  await writeFile(join(folder, 'tsconfig.json'), config)
  const tsc = [require.resolve('typescript/bin/tsc'), '-p', '.', '--extendedDiagnostics']
  const printed = await run(folder, process.execPath, ...tsc).catch(error => {
    throw new Error(`The calls do not compile: ${error.stdout}`)
  })
  return Number(/^Instantiations: +(\d+)/m.exec(printed)?.[1])
}
