import type { PlantStoreError } from './errors.ts'
import type { Plant } from './plant.ts'

/**
 * What came of a call: the plant, or what went wrong. It narrows on `ok`, and, destructured, on
 * `error` or `data`. `response` is the answer, its body already read; it is missing where none came.
 */
export type AddPlantResult =
  | { ok: true; data: Plant; error?: undefined; response: Response }
  | { ok: false; data?: undefined; error: PlantStoreError; response?: Response | undefined }
