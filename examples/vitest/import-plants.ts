// Adds the plants of a text, `id,name,tag` in each line, and reports what became of each.
import type { NewPlant, PlantStoreClient } from 'plant-store-client'

export interface Report {
  added: string[]
  /** Certainly not in the store: once what was wrong is put right, import these again. */
  notAdded: Problem[]
  /** Perhaps in the store: look there before importing these again. */
  unclear: Problem[]
}

export interface Problem {
  line: string
  why: string
}

export async function importPlants(client: PlantStoreClient, text: string): Promise<Report> {
  const report: Report = { added: [], notAdded: [], unclear: [] }
  for (const line of text.split('\n').filter(line => line.trim())) {
    const plant = plantOf(line)
    if (!plant) {
      report.notAdded.push({ line, why: 'is not id,name or id,name,tag' })
      continue
    }
    const { error } = await client.addPlant(plant)
    if (!error) report.added.push(line)
    else {
      const problems = error.mayHaveBeenAdded ? report.unclear : report.notAdded
      problems.push({ line, why: error.message })
    }
  }
  return report
}

function plantOf(line: string): NewPlant | undefined {
  const { id, name, tag } =
    /^(?<id>-?\d+),(?<name>[^,]+)(,(?<tag>[^,]+))?$/.exec(line)?.groups ?? {}
  if (!id || !name) return undefined
  return { id: BigInt(id), name, ...(tag && { tag }) } // a number would round an id beyond 2^53
}
