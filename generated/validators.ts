// Made by `npm run generate` from openapi.yaml. Not edited by hand.
import { guard, int32, int64, object, string, type Validator } from './checks.ts'
import type { AddPlantError, AddPlantSuccess } from './types.ts'

/** Every way in which a value is not the request of the contract. */
export const issuesOfRequest: Validator = object({
  name: string(),
  tag: string(),
  id: int64(),
}, ['name', 'id'])

/** Whether the body of a response is the success of the contract. */
export const isSuccess: (value: unknown) => value is AddPlantSuccess = guard(object({
  name: string(),
  tag: string(),
}, ['name']))

/** Whether the body of a response is an error of the contract. */
export const isError: (value: unknown) => value is AddPlantError = guard(object({
  error: int32(),
  message: string(),
}, ['error', 'message']))
