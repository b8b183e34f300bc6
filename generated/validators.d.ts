// Made by `npm run generate` from openapi.yaml. Not edited by hand.
import type { components } from './types.ts'

/** What is wrong with one part of a value; `path` is a JSON Pointer (RFC 6901) to it. */
export interface Issue {
  path: string
  message: string
}

export const isPlant: (value: unknown) => value is components['schemas']['Plant']
export const issuesOfNewPlant: (value: unknown) => Issue[]
export const isError: (value: unknown) => value is components['schemas']['Error']
