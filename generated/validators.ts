// Generated from openapi.yaml by `npm run generate`. Do not edit.
import { guard, int32, int64, object, string, type Validator } from './checks.ts'
import type { AddPlantError, AddPlantSuccess } from './types.ts'

/** Finds every way in which a value breaks the contract's request. */
export const issuesOfRequest: Validator = object({
  name: string(),
  tag: string(),
  id: int64(),
}, ['name', 'id'])

/** Finds every way in which the body of a response breaks the contract's success. */
export const issuesOfSuccess: Validator = object({
  name: string(),
  tag: string(),
}, ['name'])

/** Finds every way in which the body of a response breaks the contract's error. */
export const issuesOfError: Validator = object({
  error: int32(),
  message: string(),
}, ['error', 'message'])

/** Returns whether the body of a response is the contract's success. */
export const isSuccess: (value: unknown) => value is AddPlantSuccess = guard(issuesOfSuccess)

/** Returns whether the body of a response is an error of the contract. */
export const isError: (value: unknown) => value is AddPlantError = guard(issuesOfError)
