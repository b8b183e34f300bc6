import { requestFields } from '../../generated/contract.ts'
import type { AddPlantRequest } from '../../generated/types.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import { readJson } from '../json/read.ts'
import type { SentRequest } from './response.ts'

/** A field of a plant, with the rules of the contract about its values. */
export interface Field {
  name: string
  types: readonly string[]
  required: boolean
  rules: Readonly<Record<string, unknown>>
}

export const fields: readonly Field[] = requestFields

export const textFields: readonly string[] = fields
  .filter(({ types }) => types.includes('string'))
  .map(({ name }) => name)

/**
 * The plant in a body, if the contract allows it. A byte order mark is ignored (RFC 8259, 8.1). Spaces at the start
 * are left out, since reading a million of them exactly takes long.
 */
export function parsePlant(body: SentRequest['body'] = ''): AddPlantRequest | undefined {
  try {
    const text =
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    const value = readJson(text.replace(/^\u{FEFF}?[ \t\r\n]*/u, ''))
    return isNewPlant(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isNewPlant(value: unknown): value is AddPlantRequest {
  return issuesOfRequest(value).length === 0
}
