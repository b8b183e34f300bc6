import { requestMediaType as mediaType, method, path } from '../generated/contract.ts'
import { issuesOfRequest } from '../generated/validators.js'
import { type Answer, preflightHeaders, type Refusal, refusal } from './answer.ts'
import type { Call } from './call.ts'
import { readJson } from './json.ts'
import { toPointer } from './pointer.ts'

/** Checks 1 to 3: is it the operation at all? A preflight is answered here (Fetch, section 3.3). */
export function checkOperation(call: Call): Answer | Refusal | undefined {
  if (!call.isOperation) {
    const there = `send ${method} to ${path} under the base address`
    return refusal(404, `There is nothing at ${call.path}: ${there}`)
  }
  if (call.method === 'OPTIONS')
    return {
      status: 204,
      headers: { ...preflightHeaders(method), ...ALLOW },
      body: '',
    }
  if (call.method !== method)
    return refusal(405, `${call.method} is not allowed on ${path}: send ${method}`, ALLOW)
}

const ALLOW = { allow: `${method}, OPTIONS` }

/** Check 4 (RFC 6750): who is it? A message never repeats the token. */
export function checkToken(call: Call, accessTokens?: ReadonlySet<string>): Refusal | undefined {
  const credentials = call.header('authorization') ?? ''
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(credentials)?.[1]
  if (!token) {
    if (!/^bearer(?: |$)/i.test(credentials))
      return refusal(401, 'Send the header Authorization: Bearer <token>', challenge())
    const message =
      'Authorization must be the word Bearer and one token of A-Z a-z 0-9 - . _ ~ + / ='
    return refusal(400, message, challenge('invalid_request', message))
  }
  if (accessTokens && !accessTokens.has(token)) {
    const message = 'The access token is not one that is let in'
    return refusal(401, message, challenge('invalid_token', message))
  }
}

const challenge = (error?: string, description?: string) => ({
  'www-authenticate': `Bearer realm="Plant Store"${
    error ? `, error="${error}", error_description="${description}"` : ''
  }`,
})

/** Check 5 (RFC 9110, section 15.5.16). */
export function checkMediaType(call: Call): Refusal | undefined {
  const type = call.header('content-type')
  if (type !== mediaType && type?.split(';')[0]?.trim().toLowerCase() !== mediaType) {
    const got = type ? `not ${type.slice(0, 100)}` : 'which is missing'
    return refusal(415, `Content-Type must be ${mediaType}, ${got}`, { accept: mediaType })
  }
  const coding = call.header('content-encoding')
  if (coding && coding.toLowerCase() !== 'identity')
    return refusal(415, `Send the body without Content-Encoding ${coding}`, {
      'accept-encoding': 'identity',
    })
}

/** Check 6; the body is not read further than that. */
export async function readBody(call: Call, limit: number): Promise<Uint8Array | Refusal> {
  try {
    const tooLong = Number(call.header('content-length')) > limit
    const body = tooLong ? undefined : await call.body(limit)
    return body ?? refusal(413, `The body must not be longer than ${limit} bytes`)
  } catch {
    return refusal(400, 'The body was cut short') // whom nobody reads any more, but in the journal
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Check 7 (RFC 8259): the JSON value, or why there is none. */
export function parseBody(bytes: Uint8Array): { text: string; value?: unknown; refusal?: Refusal } {
  let text = ''
  try {
    text = UTF8.decode(bytes)
  } catch {
    text = new TextDecoder().decode(bytes)
    return { text, refusal: refusal(400, `The body is not UTF-8 at byte ${firstBadByte(bytes)}`) }
  }
  try {
    return { text, value: readJson(text) }
  } catch (error) {
    const why = (error as Error).message
    return { text, refusal: refusal(400, `The body is not JSON: ${why}`) }
  }
}

/** How many bytes can be decoded. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0
  let bad = bytes.length
  while (good < bad) {
    const middle = Math.ceil((good + bad) / 2)
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true })
      good = middle
    } catch {
      bad = middle - 1
    }
  }
  return good
}

/** Check 8: the contract's schema, every field that is wrong at once. */
export function checkPlant(value: unknown): Refusal | undefined {
  const issues = issuesOfRequest(value)
  if (issues.length === 0) return undefined
  const all = issues
    .map(({ path, message }) => `${toPointer(path) || 'the body'} ${message}`)
    .join(', ')
  return refusal(400, `Not a plant: ${all}`)
}
