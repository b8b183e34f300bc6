import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Starts the command line, and gives the first line that it prints; `stop` gives its exit code. */
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
