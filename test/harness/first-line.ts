import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Starts the command line. Resolves to its first line; `stop` resolves to its exit code. */
export async function firstLine(
  ...args: string[]
): Promise<{ line: string; stop(): Promise<number> }> {
  const child = spawn('node', ['dist/mock/plant-store-mock.js', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    line,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code
    },
  }
}
