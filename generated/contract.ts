// Generated from openapi.yaml by `npm run generate`. Do not edit.
import type { AddPlantError, AddPlantRequest } from './types.ts'

export const method = 'POST' as const
export const path = '/plants' as const
export const requestMediaType = 'application/json' as const
export const successStatus = 200 as const
export const successMediaType = 'application/json' as const
export const errorMediaType = 'application/json' as const
export const accept = 'application/json' as const

/** The fields of a request, with their JSON types and the rules about their values. */
export const requestFields = [
  { name: 'name', types: ['string'], required: true, rules: {} },
  { name: 'tag', types: ['string'], required: false, rules: {} },
  { name: 'id', types: ['integer'], required: true, rules: { minimum: -9223372036854775808n, maximum: 9223372036854775807n } },
] as const

export const successFields = ['name', 'tag'] as const

/** A valid request. */
export const requestExample: AddPlantRequest = { id: 1, name: 'Monstera', tag: 'tropical' }

/** Returns whether the contract describes an error with this status. */
export const isErrorStatus = (status: number): boolean => status === 400

/** Copies only the contract's fields of an object. */
export function pickRequest<T extends { name?: unknown; tag?: unknown; id?: unknown }>(whole: T): Pick<T, 'name' | 'tag' | 'id'> {
  const part = {} as T
  if (whole['name'] !== undefined) part['name'] = whole['name']
  if (whole['tag'] !== undefined) part['tag'] = whole['tag']
  if (whole['id'] !== undefined) part['id'] = whole['id']
  return part
}

export function pickSuccess<T extends { name?: unknown; tag?: unknown }>(whole: T): Pick<T, 'name' | 'tag'> {
  const part = {} as T
  if (whole['name'] !== undefined) part['name'] = whole['name']
  if (whole['tag'] !== undefined) part['tag'] = whole['tag']
  return part
}

/** Creates the body of the mock's errors. */
export const errorBody = (status: number, message: string): AddPlantError => ({ error: status, message: message })

/** Returns the text for people in the body of an error, or else the body itself. */
export const errorMessage = (body: AddPlantError): string => body['message']

/** The field of an error that holds the status in the mock's errors, if the contract has one. */
export const codeField: keyof AddPlantError | undefined = 'error'

/** The fields of an error that can only be the status, by their names. */
export const statusFields: readonly (keyof AddPlantError)[] = []
