// Made by `npm run generate` from openapi.yaml. Not edited by hand.
import type { AddPlantError, AddPlantSuccess } from './types.ts'

/** A Standard Schema issue: `path` leads to the part that is wrong, by names and places in arrays. */
export interface Issue {
  message: string
  path: (string | number)[]
}

/**
 * Every way in which a value is not the request of the contract; an empty list where it is one. A
 * value of `json` has each integer beyond 2^53 - 1 as a bigint already, so that its messages do not
 * ask for one.
 */
export const issuesOfRequest: (value: unknown, origin?: 'json') => Issue[]
export const isSuccess: (value: unknown) => value is AddPlantSuccess
export const isError: (value: unknown) => value is AddPlantError
