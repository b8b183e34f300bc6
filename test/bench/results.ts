import { readFile, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, type } from 'node:os'
import type { Findings } from './findings.ts'

/** Findings as they are kept. */
export interface Group extends Findings {
  date: string
  machine: string
  node: string
}

/** The machine, as far as it matters to a number. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown'
  return `${model}, ${availableParallelism()} cores, ${type()} ${arch()}`
}

const file = new URL('results.json', import.meta.url)

/** The last recorded findings, by the name of the benchmark. */
export async function results(): Promise<Record<string, Group>> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** The recorded bytes of the client in a bundle, by bundler. */
export async function recordedBytes(): Promise<Record<Bundler, number>> {
  const { bytes } = await results()
  const recorded = (bundler: Bundler) =>
    bytes?.findings.find(
      ({ what, side }) => what.startsWith(`Bundled by ${bundler}`) && side === 'plant-store-client',
    )?.median ?? Number.NaN
  return { esbuild: recorded('esbuild'), rolldown: recorded('rolldown') }
}

type Bundler = 'esbuild' | 'rolldown'

/** Keeps the findings of one benchmark, each on a line, as are the versions; those of the others stay. */
export async function record(name: string, group: Group): Promise<void> {
  const all = Object.entries({ ...(await results()), [name]: group })
  const inOrder = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const lines = JSON.stringify(inOrder, null, 2).replace(
    /\{\n\s+"what"[^}]*\}|\[\n\s+"[^\]]*\]/g,
    line => line.replace(/\n\s*/g, ' '),
  )
  await writeFile(file, `${lines}\n`)
}
