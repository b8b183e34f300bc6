import type { Issue } from './errors.ts'
import { objectToJson } from './json.ts'
import type { NewPlant } from './plant.ts'
import { copyPlant, validatePlant } from './schema.ts'

/** A plant and its JSON, written once for every attempt. */
export interface PreparedRequest {
  readonly plant: NewPlant
  readonly body: string
  /** Every problem found; if there is one, there is nothing to send. */
  readonly issues: readonly Issue[]
  /** What the plant threw while it was read. */
  readonly cause?: unknown
}

export function prepareRequest(newPlant: NewPlant): PreparedRequest {
  try {
    const plant = copyPlant(newPlant)
    return { plant, body: objectToJson(plant), issues: validatePlant(plant) }
  } catch (cause) {
    const issues = [{ path: [], message: 'cannot be written as JSON' }]
    return { plant: newPlant, body: '', issues, cause }
  }
}
