import { readFileSync } from 'node:fs'
import { MAX_DEPTH } from '../json/depth.ts'
import { parseJson } from '../json/parse.ts'
import { findPlantProblems } from '../store/checks.ts'
import type { NewPlant } from '../store/plant.ts'

/** Reads plants from a JSON file, ids exact. Throws a `SyntaxError` that names the line and column. */
export function readPlantsFile(file: string): NewPlant[] {
  const text = readText(file)
  const offsets = new Map<unknown, number>()
  const fail = (message: string, offset = 0): never => {
    throw new SyntaxError(`${file}:${lineAndColumn(text, offset)}: ${message}`)
  }

  let plants: unknown
  try {
    plants = parseJson(text, { offsets, maxDepth: MAX_DEPTH })
  } catch (error) {
    const { message } = error as SyntaxError
    const [, reason = message, offset] = /^(.*) at position (\d+)$/s.exec(message) ?? []
    return fail(reason, Number(offset))
  }
  if (!Array.isArray(plants)) return fail('must be an array of plants')
  for (const [index, plant] of plants.entries()) {
    const problems = findPlantProblems(plant, `/${index}`)
    if (problems.length > 0) fail(problems.join('; '), offsets.get(plant) ?? offsets.get(plants))
  }
  return plants
}

function lineAndColumn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`
}

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SyntaxError(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? `${file}: is not UTF-8`
        : `${file}: cannot be read: ${message}`,
    )
  }
}
