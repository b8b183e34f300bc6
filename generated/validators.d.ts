// Made by `npm run generate` from openapi.yaml. Not edited by hand.
import type { components } from './types.ts'

/** A Standard Schema issue: `path` lists the property names that lead to the part that is wrong. */
export interface Issue {
  message: string
  path: string[]
}

export const isPlant: (value: unknown) => value is components['schemas']['Plant']
export const issuesOfNewPlant: (value: unknown) => Issue[]
export const isError: (value: unknown) => value is components['schemas']['Error']
