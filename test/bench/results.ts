import { readFile, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, type } from 'node:os'
import type { Findings } from './report.ts'

/** Findings as they are kept. */
export interface Group extends Findings {
  date: string
  machine: string
  node: string
  seconds: number
}

/** The machine, as far as it matters to a number. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown'
  return `${model}, ${availableParallelism()} cores, ${type()} ${arch()}`
}

const file = new URL('results.json', import.meta.url)

/** The last recorded findings, by the name of the benchmark. */
export async function results(): Promise<Record<string, Group>> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return JSON.parse(text)
}

/** The recorded bytes of the client in a bundle, by bundler. */
export async function recordedBytes(): Promise<Record<Bundler, number>> {
  const { bytes } = await results()
  const recorded = (bundler: Bundler) => {
    const measure = bytes?.measures.find(({ what }) => what.startsWith(`Bundled by ${bundler}`))
    return measure?.rows.find(({ side }) => side === 'plant-store-client')?.median ?? Number.NaN
  }
  return { esbuild: recorded('esbuild'), rolldown: recorded('rolldown') }
}

type Bundler = 'esbuild' | 'rolldown'

/** Keeps the findings of one benchmark; those of the others stay. */
export async function record(name: string, group: Group): Promise<void> {
  const all = { ...(await results()), [name]: group }
  const ordered = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(file, `${JSON.stringify(ordered, null, 2)}\n`)
}
