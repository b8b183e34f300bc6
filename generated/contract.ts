// Made by `npm run generate` from openapi.yaml. Not edited by hand.
import type { AddPlantError, AddPlantRequest } from './types.ts'

export const method = 'POST' as const
export const path = '/plants' as const
export const requestMediaType = 'application/json' as const
export const successStatus = 200 as const
export const successMediaType = 'application/json' as const
export const errorMediaType = 'application/json' as const
export const accept = 'application/json' as const

/** The fields of a request; the types are those of JSON. */
export const requestFields = [
  { name: 'name', types: ['string'], required: true },
  { name: 'tag', types: ['string'], required: false },
  { name: 'id', types: ['integer'], required: true },
] as const

export const successFields = ['name', 'tag'] as const

/** A valid request. */
export const requestExample: AddPlantRequest = { id: 1, name: 'Monstera', tag: 'tropical' }

/** Whether the contract describes an error with this status. */
export const isErrorStatus = (status: number): boolean => status === 400

/** The fields of the contract that an object has, and no others. */
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

/** The body of an error that the mock answers with. */
export const errorBody = (status: number, message: string): AddPlantError => ({ error: status, message: message })

/** The text for people in the body of an error. */
export const errorMessage = (body: AddPlantError): string => body['message']

/** The number in the body of an error, if the contract has one. */
export const errorCode = (body: AddPlantError): unknown => body['error']
