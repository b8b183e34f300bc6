import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorBody, successFields, successStatus } from '../../generated/contract.ts'
import { readJson } from '../../mock/json/read.ts'
import { writeJson } from '../../mock/json/write.ts'
import { expectedPlant, isNewPlant } from '../harness/expected-plant.ts'
import { type Listening, listen } from '../harness/listen.ts'

export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

export const json = (status: number, body: unknown): Reply => ({ status, body: writeJson(body) })

export const text = (status: number, body: string, type = 'text/plain'): Reply => ({
  status,
  headers: { 'content-type': `${type}; charset=utf-8` },
  body,
})

export const html = (status: number, title: string): Reply =>
  text(status, `<html><head><title>${title}</title></head><h1>${title}</h1></html>`, 'text/html')

/** The Error of the contract. */
export const refuse = (status: number, message: string): Reply =>
  json(status, errorBody(status, message))

/** A service of a test, which sends what a function returns, unless that function responds itself. */
export interface Service extends Listening {
  seen: Seen[]
}

export async function serve(
  answer: (seen: Seen, response: ServerResponse) => Reply | undefined,
): Promise<Service> {
  const seen: Seen[] = []
  const server = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    seen.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    const reply = answer(seen.at(-1) as Seen, response)
    if (!reply) return
    const { status, headers: more, body } = reply
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(typeof body === 'string' ? body : body && JSON.stringify(body))
  })
  return { ...server, seen }
}

export const TOKEN = 'Qv7-s3cret.token~42'

/** The fields of a plant that the contract has in a success. */
const fieldsOf = (plant: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    successFields.filter(name => plant[name] !== undefined).map(name => [name, plant[name]]),
  )

/** Conforms to the specification, and differs from the mock in what is not specified. */
export function plain({ method, path, headers, body }: Seen): Reply {
  if (path !== '/plants' || method !== 'POST') return { status: 404, body: 'Not here' }
  if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 403 }
  const plant = parse(body)
  if (!isNewPlant(plant)) return { status: 422, body: errorBody(7, 'No plant.') }
  return { status: successStatus, body: { id: plant?.id, ...fieldsOf(plant ?? {}) } }
}

/** Whether a request is for a valid NewPlant, whose token is right. */
export const isValid = (seen: Seen): boolean => plain(seen).status === successStatus

/** A plant as it was sent, with its exact id. */
export interface Plant extends Record<string, unknown> {
  id: bigint
  name: string
  tag?: string
}

/** What a service does in another way than one that conforms and leaves nothing open. */
export interface Parts {
  /** Responds to a request, whatever it asks for. */
  before?: (seen: Seen) => Reply | undefined
  isAllowed?: (authorization: string) => boolean
  /** Responds to a body that is not a NewPlant, or not even JSON. */
  invalid?: (body?: Record<string, unknown>) => Reply
  /** Responds to some plants. */
  refuses?: (plant: Plant) => Reply | false | undefined
  /** Changes the fields that come back. */
  keeps?: (plant: Plant) => Record<string, unknown>
  /** What a success has in place of the contract's. */
  success?: Partial<Reply>
}

export const service =
  ({
    before = () => undefined,
    isAllowed = authorization => /^bearer +/i.test(authorization) && authorization.endsWith(TOKEN),
    invalid = () => refuse(400, 'This is not a plant'),
    refuses = () => undefined,
    keeps = plant => plant,
    success = {},
  }: Parts = {}) =>
  (seen: Seen): Reply | undefined => {
    const early = before(seen)
    if (early) return early
    if (seen.path !== '/plants' || seen.method !== 'POST') return refuse(404, 'Not found')
    if (!isAllowed(seen.headers.authorization ?? '')) return refuse(401, 'The token is wrong')
    const sent = expectedPlant(seen.body)
    if (!sent) return invalid(parse(seen.body))
    const plant = { ...Object(readJson(seen.body)), ...sent }
    return refuses(plant) || { ...json(successStatus, fieldsOf(keeps(plant))), ...success }
  }

function parse(body: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(body))
  } catch {
    return undefined
  }
}

/** How many characters a field has in a body. */
export const textLength = (body: unknown, field: string): number =>
  [...String(parse(String(body))?.[field] ?? '')].length
