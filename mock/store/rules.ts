import { method, path, requestFields } from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import { type Answer, errorAnswer, preflightHeaders } from '../http/answer.ts'
import { redactUrl } from '../http/redact.ts'
import type { StoreRequest } from '../http/request.ts'
import { describeJson } from '../json/describe.ts'
import { toPointer } from '../json/pointer.ts'
import type { Settings, SettingsUpdate } from './options.ts'

/** Checks path and method, and answers a preflight (Fetch, section 3.3), which needs no token. */
export function checkOperation(request: StoreRequest): Answer | undefined {
  const sent = redactUrl(request.target.path)
  if (!request.target.isOperation)
    return errorAnswer(404, `There is nothing at ${sent}: ${describeAddress(request, sent)}`)
  if (request.method === 'OPTIONS')
    return { status: 204, headers: { ...preflightHeaders(method), ...ALLOW }, body: '' }
  if (request.method !== method)
    return errorAnswer(405, `${request.method} is not allowed on ${path}: send ${method}`, ALLOW)
}

/** Names the whole address: the path alone does not help someone who forgot the base path. */
function describeAddress({ url, target }: StoreRequest, sent: string): string {
  const { operationPath } = target
  if (operationPath === undefined || !URL.canParse(url))
    return `send ${method} to ${path} under the base address`
  const advice = `send ${method} to ${new URL(url).origin}${operationPath}`
  const basePath = sent.endsWith(path) ? sent.slice(0, -path.length) : ''
  return basePath.length > 1 ? `${advice}, or start the mock with --base-path ${basePath}` : advice
}

const ALLOW = { allow: `${method}, OPTIONS` }

/** Checks the access token (RFC 6750). No message repeats it. */
export function checkToken(
  request: StoreRequest,
  accessTokens?: ReadonlySet<string>,
): Answer | undefined {
  const credentials = request.headers.get('authorization') ?? ''
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(credentials)?.[1]
  if (!token) {
    if (!/^bearer(?: |$)/i.test(credentials))
      return errorAnswer(401, 'Send the header Authorization: Bearer <token>', challenge())
    const message =
      'Authorization must be the word Bearer and one token of A-Z a-z 0-9 - . _ ~ + / ='
    return errorAnswer(400, message, challenge('invalid_request', message))
  }
  if (accessTokens && !accessTokens.has(token)) {
    const message = 'The access token is not valid'
    return errorAnswer(401, message, challenge('invalid_token', message))
  }
}

const challenge = (error?: string, description?: string) => ({
  'www-authenticate': `Bearer realm="Plant Store"${
    error ? `, error="${error}", error_description="${description}"` : ''
  }`,
})

/** Checks the contract's schema, and names every wrong field. */
export function checkPlant(
  value: unknown,
  unknownFields: Settings['unknownFields'],
): Answer | undefined {
  const problems = findPlantProblems(value, { unknownFields })
  return problems.length > 0 ? errorAnswer(400, `Not a plant: ${problems.join('; ')}`) : undefined
}

const FIELDS: readonly string[] = requestFields.map(({ name }) => name)

/** Finds the fields that a plant does not have: at most ten, each cut to 100 characters. */
export function findUnknownFields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const unknown = Object.keys(value).filter(name => !FIELDS.includes(name))
  return unknown.slice(0, 10).map(name => name.slice(0, 100))
}

/** Says why a JSON value is not a plant, and what came instead. `at` is the path of the value. */
export function findPlantProblems(
  value: unknown,
  { at = '', unknownFields = 'ignore' }: { at?: string } & Pick<SettingsUpdate, 'unknownFields'>,
): string[] {
  const problems = issuesOfRequest(value, 'json').map(({ path, message }) => {
    const place = at + toPointer(path) || 'the body'
    const received = path.reduce<unknown>((part, name) => Object(part)[name], value)
    return `${place} ${describeProblem(message, received)}`
  })
  const unknown = unknownFields === 'reject' ? findUnknownFields(value) : []
  const fields = FIELDS.join(', ')
  return [
    ...problems,
    ...unknown.map(name => `${at}${toPointer([name])} is not a field of a plant: it has ${fields}`),
  ]
}

function describeProblem(message: string, received: unknown): string {
  if (received === undefined || mayBeRounded(received)) return message
  const isNumeral = typeof received === 'string' && /^-?\d+$/.test(received)
  const hint = isNumeral && NUMERIC.test(message) ? ': send it without quotes' : ''
  return `${message}, but got ${describeJson(received)}${hint}`
}

/** Beyond 2^53 a number may have lost the digits that were sent. */
const mayBeRounded = (value: unknown) =>
  Number.isFinite(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER

const NUMERIC = /^must be an? (?:number|int)/
