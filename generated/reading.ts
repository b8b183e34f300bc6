// Generated from openapi.yaml by `npm run generate`. Do not edit.
import { guard, int64, object, string } from './checks.ts'
import type { AddPlantError, AddPlantSuccess } from './types.ts'

// For the client alone. They ask for the fields that the contract requires and for the JSON types of those that it
// knows. A newer service may send a longer text, a value that an enum does not list, or a field more.

/** Returns whether the client can read the body of a response as the contract's success. */
export const readsAsSuccess: (value: unknown) => value is AddPlantSuccess = guard(object({
  name: string(),
  tag: string(),
}, ['name']))

/** Returns whether the client can read the body of a response as an error of the contract. */
export const readsAsError: (value: unknown) => value is AddPlantError = guard(object({
  error: int64(),
  message: string(),
}, ['error', 'message']))
