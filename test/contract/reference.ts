import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { FAILURE, REQUEST, SUCCESS } from './places.ts'

export type Role = 'request' | 'success' | 'error'

const PLACES: Record<Role, string> = { request: REQUEST, success: SUCCESS, error: FAILURE }

/** Ajv as it comes, on the description as it stands: what the validators by role must agree with. */
export function reference(description: string): (role: Role, value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false })
  ajv.addFormat('int32', { type: 'number', validate: number => number === (number | 0) })
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
  ajv.addFormat('email', true)
  ajv.addSchema(parse(description), 'description')
  return (role, value) => ajv.validate({ $ref: `description#${PLACES[role]}/schema` }, value)
}
