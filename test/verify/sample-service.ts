import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorBody, successFields, successStatus } from '../../generated/contract.ts'
import { isNewPlant } from '../harness/expected-plant.ts'
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
export const fieldsOf = (plant: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(successFields.filter(name => name in plant).map(name => [name, plant[name]]))

/** Conforms to the specification, and differs from the mock in what is not specified. */
export function plain({ method, path, headers, body }: Seen): Reply {
  const error = (status: number, message: string) => ({ status, body: errorBody(7, message) })
  if (path !== '/plants' || method !== 'POST') return { status: 404, body: 'Not here' }
  if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 403 }
  let plant: Record<string, unknown> = {}
  try {
    plant = JSON.parse(body)
  } catch {}
  if (!isNewPlant(plant)) return error(422, 'No plant.')
  return { status: successStatus, body: { id: plant.id, ...fieldsOf(plant) } }
}

/** Whether a request is for a valid NewPlant, whose token is right. */
export const isValid = (seen: Seen): boolean => plain(seen).status === successStatus
