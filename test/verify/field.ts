// Services as developers write them, each with what its framework or store does by itself.
import { errorBody } from '../../generated/contract.ts'
import { isNewPlant } from '../harness/expected-plant.ts'
import type { Answer } from './in-process.ts'
import { fieldsOf, type Reply, type Seen, TOKEN } from './sample-service.ts'

/** A service, and what the report must and must not say. */
export interface FieldService {
  answer: () => Answer
  code: 0 | 1 | 3
  says: readonly RegExp[]
  never?: readonly RegExp[]
  args?: readonly string[]
  /** How often it is verified; what the last report says counts. */
  runs?: number
}

export const NO_DIFFERENCES: RegExp = /No differences: the service conforms to the specification$/

export type Body = Record<string, unknown>

export const html = (status: number, title: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
})
export const text = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})
export const json = (status: number, body: unknown): Reply => ({
  status,
  body: JSON.stringify(body),
})
/** The Error of the contract. */
export const refuse = (status: number, message: string): Reply =>
  json(status, errorBody(status, message))

interface App {
  /** What the framework makes of a body that is not JSON. */
  notJson?: (seen: Seen, message: string) => Reply
  /** The middleware in front of everything. */
  before?: (seen: Seen) => Reply | undefined
  isAllowed?: (authorization: string) => boolean
  notAllowed?: Reply
  notFound?: Reply
  /** Takes only application/json, as it is written in the contract. */
  parse?: (body: string) => unknown
  /** The handler; an exception is a 500. */
  add: (body: Body, seen: Seen) => Reply | undefined
  failed?: (error: Error) => Reply
}

/** A service whose own code is `add`, the rest being the framework's. */
export const app =
  ({
    notJson = (_, message) => refuse(400, message),
    before = () => undefined,
    isAllowed = authorization => /^bearer +/i.test(authorization) && authorization.endsWith(TOKEN),
    notAllowed = refuse(401, 'The token is missing or wrong'),
    notFound = refuse(404, 'Not found'),
    parse = JSON.parse,
    add,
    failed = () => refuse(500, 'Internal Server Error'),
  }: App): Answer =>
  seen => {
    const early = before(seen)
    if (early) return early
    if (seen.path.split('?')[0] !== '/plants' || seen.method !== 'POST') return notFound
    if (!isAllowed(String(seen.headers.authorization ?? ''))) return notAllowed
    let body: unknown
    try {
      body = parse(seen.body.replace(/^\ufeff/, ''))
    } catch (error) {
      return notJson(seen, (error as Error).message)
    }
    try {
      return add(Object(body) as Body, seen)
    } catch (error) {
      return failed(error as Error)
    }
  }

/** The plant without its id, and without the fields that are undefined. */
export const plantOf = (plant: Body): Body => fieldsOf(JSON.parse(JSON.stringify(plant)) as Body)

export const added = (plant: Body): Reply => json(200, plantOf(plant))

/** What is wrong with a plant, as a careful developer checks it by hand. */
export function problemIn({ id, name, tag, ...others }: Body): string | undefined {
  if (typeof id !== 'number' || !Number.isInteger(id) || Math.abs(id) > 2 ** 63)
    return 'id must be an integer'
  if (typeof name !== 'string') return 'name must be a string'
  if (tag !== undefined && typeof tag !== 'string') return 'tag must be a string'
  // What an edit of the contract has added.
  return isNewPlant({ id: 1, name: 'Hoya', ...others }) ? undefined : 'another field is wrong'
}

/** A handler that checks a plant first. */
export const checked =
  (then: (plant: { id: number; name: string; tag?: string }, seen: Seen) => Reply | undefined) =>
  (body: Body, seen: Seen): Reply | undefined => {
    const problem = problemIn(body)
    return problem ? refuse(400, problem) : then(body as never, seen)
  }

/** The id as it was sent, digit for digit. */
export function idIn({ body }: Seen): bigint {
  const [, digits = 0, thousands] = /"id" *: *(-?\d+)(e3)?/.exec(body) ?? []
  return BigInt(digits) * (thousands ? 1000n : 1n)
}

/** A service that keeps ids exact, and refuses each one that it has. */
export const takesIdsOnce =
  (refusal: Reply, ...known: bigint[]) =>
  (): Answer => {
    const ids = new Set(known)
    return app({
      add: checked((plant, seen) => {
        if (ids.has(idIn(seen))) return refusal
        ids.add(idIn(seen))
        return added(plant)
      }),
    })
  }
