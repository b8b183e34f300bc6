import { readFileSync } from 'node:fs'
import { issuesOfRequest } from '../generated/validators.js'
import type { NewPlant } from './plant.ts'
import { toPointer } from './pointer.ts'
import { readExactly } from './read-exactly.ts'

/** The plants of a JSON file, ids exact. Throws a `SyntaxError` that names the line and column. */
export function readPlants(file: string): NewPlant[] {
  const text = readText(file)
  const starts = new Map<unknown, number>()
  const wrong = (why: string, position = 0): never => {
    const before = text.slice(0, position).split('\n')
    throw new SyntaxError(`${file}:${before.length}:${(before.at(-1) ?? '').length + 1}: ${why}`)
  }

  let plants: unknown
  try {
    plants = readExactly(text, starts)
  } catch (error) {
    const { message } = error as SyntaxError
    const [, why = message, position] = /^(.*) at position (\d+)$/s.exec(message) ?? []
    return wrong(why, Number(position))
  }
  if (!Array.isArray(plants)) return wrong('must be an array of plants')
  for (const [index, plant] of plants.entries()) {
    const issues = issuesOfRequest(plant).map(
      ({ path, message }) => `/${index}${toPointer(path)} ${message}`,
    )
    if (issues.length > 0) wrong(issues.join(', '), starts.get(plant) ?? starts.get(plants))
  }
  return plants
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
