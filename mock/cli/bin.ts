import { main } from './main.ts'

/** Runs the process as a program of that name. */
export async function run(program: string): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), program)
}
