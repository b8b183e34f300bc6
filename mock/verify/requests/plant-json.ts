// Plants as JSON, and the requests that send them. Whether one is valid is computed from the contract.
import { requestExample, requestMediaType } from '../../../generated/contract.ts'
import { fields, parsePlant, textFields } from '../../contract/parse-plant.ts'
import { escapeInvisible } from '../../contract/visible.ts'
import { writeJson } from '../../json/write.ts'
import { type Probe, type ProbeRequest, textOf } from './probe.ts'

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
  name => !fields.some(field => field.name === name && field.required),
)

/** A plant that differs from the plant of most requests, so that one cannot be taken for the other. */
export const different: Properties =
  [
    example,
    ...textFields.map(name => ({
      ...minimal,
      [name]: writeJson(`${JSON.parse(minimal[name] ?? '"a"')} 2`),
    })),
  ].find(each => writeJson(each) !== writeJson(minimal) && contractAllows(each)) ?? minimal

/** Whether the contract allows a plant with these properties, the others as in most requests. */
export function contractAllows(properties: Properties): boolean {
  return parsePlant(toPlant(EXAMPLE_ID, { ...minimal, ...properties })) !== undefined
}

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

/** The texts of most requests, as they stand in a body. */
const plainTexts = textFields.flatMap(name => {
  const text = minimal[name]
  return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
})

/** Gives a plain plant texts of its own, where the contract allows them. */
export function withOwnTexts(request: ProbeRequest, suffix: string): ProbeRequest {
  const { body } = request
  const text = textOf(request)
  const own = plainTexts.reduce(
    (whole, member) => whole.replace(member, `${member.slice(0, -1)} ${suffix}"`),
    text,
  )
  if (own === text || (parsePlant(body) && !parsePlant(own))) return request
  return { ...request, body: typeof body === 'string' ? own : new TextEncoder().encode(own) }
}

/** Whether the JSON of a field is that of most requests, or has an own text for it. */
export function isPlainValue(name: string, json: string): boolean {
  const plain = minimal[name]
  return plain !== undefined && (json === plain || json.startsWith(`${plain.slice(0, -1)} `))
}

/** Whether a request has the plant of most requests. */
export const isPlain = ({ body }: ProbeRequest): boolean =>
  plainTexts.every(member => typeof body === 'string' && body.includes(member))

/** Whether the fields that most requests have are not in a body, or with texts of its own. */
export const isOwn = (request: ProbeRequest): boolean =>
  plainTexts.every(member => {
    const [key = ''] = member.split(':', 1)
    const text = textOf(request)
    return !text.includes(`${key}:`) || text.includes(`${member.slice(0, -1)} `)
  })

/** Puts an own name into an unusual text, where it changes neither of its ends. Undefined if the text is too short. */
export function withinText(
  request: ProbeRequest,
  { unusual }: Pick<Probe, 'unusual'>,
  name: string,
): ProbeRequest | undefined {
  if (!unusual || minimal[unusual.field] === undefined) return undefined
  const characters = [...unusual.text]
  const middle = Math.floor(characters.length / 2)
  const text = [...characters.slice(0, middle), ` ${name} `, ...characters.slice(middle)].join('')
  const was = `${JSON.stringify(unusual.field)}:${escapeInvisible(writeJson(unusual.text))}`
  const is = `${JSON.stringify(unusual.field)}:${escapeInvisible(writeJson(text))}`
  const body = String(request.body).replace(was, () => is)
  return middle > 0 && parsePlant(body) ? { ...request, body } : undefined
}
