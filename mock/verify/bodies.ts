// Bodies of requests. Whether one is valid is computed from the contract.
import { requestExample, requestFields, requestMediaType } from '../../generated/contract.ts'
import { writeJson } from '../json/write.ts'
import type { ProbeRequest } from './probe.ts'

/** The id of the contract's example. */
export const EXAMPLE_ID: bigint = BigInt(requestExample.id)

/** The properties of a plant but its id: the JSON of each. */
export type Properties = Readonly<Record<string, string>>

/** The contract's example. */
export const example: Properties = Object.fromEntries(
  Object.entries(requestExample).flatMap(([name, value]) =>
    name === 'id' ? [] : [[name, writeJson(value)]],
  ),
)

/** The plant of most requests: what is required of the example. */
export const minimal: Properties = without(
  example,
  name => !requestFields.some(field => field.name === name && field.required),
)

/** Properties without some of them. */
export function without(properties: Properties, isLeftOut: (name: string) => boolean): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !isLeftOut(name)))
}

/** The JSON of a plant. An id that is undefined is left out. */
export function toPlant(
  id: bigint | string | undefined,
  properties: Properties = minimal,
  ...more: string[]
): string {
  const members = Object.entries(properties).map(
    ([name, json]) => `${JSON.stringify(name)}:${json}`,
  )
  return `{${[...(id === undefined ? [] : [`"id":${id}`]), ...members, ...more].join()}}`
}

export const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
})

/** A request with a body; the headers may name another media type. */
export const post = (
  body: NonNullable<ProbeRequest['body']>,
  headers: Record<string, string>,
): ProbeRequest => ({ headers: { 'content-type': requestMediaType, ...headers }, body })
