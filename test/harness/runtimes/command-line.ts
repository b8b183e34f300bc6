import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run, startServer } from '../shell.ts'
import { equal, held, type Result } from './result.ts'
import type { Proof, Runtime } from './runtime.ts'

const BIN = 'node_modules/plant-store-client/dist/mock/plant-store-mock.js'

/** A runtime of which a command runs a file. */
export function commandLine(
  packages: string[],
  { binary, args = [], limits = [] }: { binary: string; args?: string[]; limits?: Result[] },
): Runtime {
  return {
    packages,
    entries: ['process.ts', 'interception.ts'],
    async prove(folder, live) {
      const [command = binary] = globSync(join('node_modules', binary), { cwd: folder })
      const path = join(folder, command)
      const printed = (file: string) => run(folder, path, ...args, file, JSON.stringify(live))
      const { version, results }: Proof = JSON.parse(await printed('process.mjs'))
      const intercepted: Result[] = JSON.parse(await printed('interception.mjs'))
      const bin = await held('bin', 'the mock server starts, answers and stops', async () => {
        const server = await startServer(folder, path, ...args, BIN, '--port', '0')
        const { status } = await fetch(`${server.url}/__mock/health`)
        equal([status, await server.stop()], [200, 0])
      })
      return { version, results: [...results, ...intercepted, bin, ...limits] }
    },
  }
}
