// Bodies of requests, and what the contract says of each: whether it is valid is never written down.
import {
  pickSuccess,
  requestExample,
  requestFields,
  requestMediaType,
  successStatus,
} from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import { toPointer } from '../json/pointer.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import type { NewPlant } from '../store/plant.ts'
import type { Point } from './points.ts'
import type { Rule, RuleRequest } from './rule.ts'

export const AUTHORIZED = { authorization: 'Bearer token' }

type Fields = Readonly<Record<string, unknown>>

const example: Fields = { ...requestExample }

/** The plant of most requests: the contract's example without what is optional, if that is valid. */
export const minimal: Fields = withoutOptional(example)

function withoutOptional(fields: Fields): Fields {
  const names: readonly string[] = requestFields.flatMap(field =>
    field.required ? [field.name] : [],
  )
  const required = Object.fromEntries(
    Object.entries(fields).filter(([name]) => names.includes(name)),
  )
  return isNewPlant(required) ? required : fields
}

/** The JSON of a plant, its id first. A literal replaces a field, or adds one. */
export function toBody(
  fields: Fields,
  ...literals: readonly (readonly [name: string, json: string])[]
): string {
  const members = new Map(Object.entries(fields).map(([name, value]) => [name, writeJson(value)]))
  for (const [name, json] of literals) members.set(name, json)
  const id = members.get('id')
  members.delete('id')
  const all = [...(id === undefined ? [] : [['id', id] as const]), ...members]
  return `{${all.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`
}

export const PLANT: string = toBody(minimal)

/** The fields of a plant without one of them. */
export const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))

/** A request with a body; the headers may name another media type. */
export const withBody = (
  body: NonNullable<RuleRequest['body']>,
  headers: Readonly<Record<string, string>> = AUTHORIZED,
): RuleRequest => ({ headers: { 'content-type': requestMediaType, ...headers }, body })

function isNewPlant(value: unknown): value is NewPlant {
  return issuesOfRequest(value).length === 0
}

/** The plant in the body of a request, if it is a valid one. */
export function parseNewPlant(body: RuleRequest['body']): NewPlant | undefined {
  try {
    const value = readJson(typeof body === 'string' ? body : new TextDecoder().decode(body))
    return isNewPlant(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether the mock takes a body for a plant. */
export const isPlant = (body: RuleRequest['body']): boolean =>
  parseNewPlant(typeof body === 'string' ? withoutMark(body) : body) !== undefined

/** The response to a valid plant. */
export const added = (body: string): Rule['response'] => {
  const plant = parseNewPlant(withoutMark(body))
  if (!plant) throw new Error(`Not a valid plant: ${body}`)
  return success(plant)
}

const success = (plant: NewPlant): Rule['response'] => ({
  status: successStatus,
  body: { json: pickSuccess(plant) },
})

/** The response to a body that the mock refuses. */
export const refused = (message: RegExp): Rule['response'] => ({ status: 400, body: { message } })

/** The mock ignores a byte order mark (RFC 8259, section 8.1). */
const withoutMark = (body: string) => body.replace(/^\u{FEFF}/u, '')

/** A rule about a body, and what of it is specified if the contract allows that body. */
export interface BodyCase {
  name: string
  body: string
  specified?: 'added'
  /** What is unspecified if the body is valid, and if it is not. */
  valid?: Point
  invalid?: Point
  skipped?: string | undefined
}

/** The rule about a body, as the contract has it. */
export function toRule({ name, body, specified, valid, invalid, skipped }: BodyCase): Rule {
  const shared = { request: withBody(body), ...(skipped && { skipped }) }
  const value = readJson(withoutMark(body))
  if (isNewPlant(value))
    return {
      ...shared,
      name: `${successStatus}: ${name}`,
      ...(specified && { specified }),
      ...(valid && { unspecified: valid }),
      response: success(value),
    }
  const pointers = issuesOfRequest(value).map(({ path }) =>
    escapePattern(toPointer(path) || 'the body'),
  )
  return {
    ...shared,
    name: `400: ${name}`,
    unspecified: invalid ?? 'invalid',
    response: refused(new RegExp(`^Not a plant: ${pointers.join(' .*; ')} `)),
  }
}

/** A pattern that matches a text literally. */
export const escapePattern = (text: string): string => text.replace(/[^\w\s]/g, '\\$&')
