import { readFileSync } from 'node:fs'
import { elementPositions, MAX_DEPTH } from '../json/depth.ts'
import { readJson } from '../json/read.ts'
import type { MockStoreOptions } from '../store/options.ts'
import type { NewPlant } from '../store/plant.ts'
import { findPlantProblems } from '../store/plant-problems.ts'

/** Thrown for a wrong plants file. Several problems are a line each, with file, line and column. */
export class PlantsFileError extends SyntaxError {}

/** Reads plants from a JSON file, with exact ids. Throws a `PlantsFileError` that names every problem. */
export function readPlantsFile(
  file: string,
  unknownFields: MockStoreOptions['unknownFields'],
): NewPlant[] {
  const text = readText(file)
  const toLine = lineCounter(text)
  const fail = (message: string, offset = 0): never => {
    throw new PlantsFileError(`${file}:${toLine(offset)}: ${message}`)
  }

  if (text.trim() === '') return fail('is empty; an empty list is []')
  let plants: unknown
  try {
    plants = readJson(text, MAX_DEPTH)
  } catch (error) {
    const { message } = error as SyntaxError
    const [, reason = message, offset] = /^(.*) at position (\d+)$/s.exec(message) ?? []
    return fail(reason, Number(offset))
  }
  if (!Array.isArray(plants)) return fail('must be an array of plants')
  const wrong = plants.flatMap((plant, index) => {
    const problems = findPlantProblems(plant, unknownFields, `/${index}`)
    return problems.length > 0 ? [{ index, problems }] : []
  })
  if (wrong.length === 0) return plants
  const positions = elementPositions(text)
  const lines = wrong
    .slice(0, MAX_WRONG_PLANTS)
    .map(
      ({ index, problems }) => `${file}:${toLine(positions[index] ?? 0)}: ${problems.join('; ')}`,
    )
  const rest = wrong.length > lines.length ? `. The first ${lines.length} are:` : ''
  if (wrong.length > 1)
    lines.unshift(`${wrong.length} of the ${plants.length} plants of ${file} are wrong${rest}`)
  throw new PlantsFileError(lines.join('\n'))
}

/** How many wrong plants are named. */
const MAX_WRONG_PLANTS = 100

/** Returns a function that gives line and column of ascending offsets, in one pass over the text. */
function lineCounter(text: string): (offset: number) => string {
  let line = 1
  let start = 0
  let end = text.indexOf('\n')
  return offset => {
    for (; end >= 0 && end < offset; end = text.indexOf('\n', start)) {
      line++
      start = end + 1
    }
    return `${line}:${offset - start + 1}`
  }
}

/** Replaces the system's messages. */
const UNREADABLE: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder',
  EACCES: 'permission denied',
}

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new PlantsFileError(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? `${file}: is not UTF-8`
        : `${file}: ${UNREADABLE[code ?? ''] ?? `cannot be read: ${message}`}`,
    )
  }
}
