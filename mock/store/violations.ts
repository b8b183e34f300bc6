import { path } from '../../generated/contract.ts'
import { type Difference, judgeAdded, judgeContent, judgeRefused } from '../contract/judge.ts'
import { describeBody, type ReadResponse, type SentRequest } from '../contract/response.ts'
import type { StoreRequest } from '../http/request.ts'
import { writeJson } from '../json/write.ts'
import { checkContent, type Received } from './checks.ts'

/** A request that was forwarded, with its body. */
export interface Forwarded extends Pick<Received, 'size' | 'refusal' | 'problems' | 'plant'> {
  readonly request: StoreRequest
  readonly body: Uint8Array
}

/** Says where a request breaks the contract. A missing token is not a violation: its refusal may be what is tested. */
export function violationsOfRequest({ request, ...received }: Forwarded): string[] {
  if (request.headers.has('content-encoding')) return [] // nothing is specified about it
  const refusal = checkContent(request, received)
  return refusal ? [`request: ${refusal.message}`] : []
}

/**
 * Says where the response of a service breaks the contract. It is judged as it came, and the words are those for what the
 * records show of it: a part of a text that was cut for them might be a part of a token.
 */
export function violationsOfResponse(
  forwarded: Forwarded,
  response: ReadResponse,
  shown: ReadResponse,
): string[] {
  const differences = judgeResponse(forwarded, response)
  if (differences.length === 0 || shown === response) return differences.map(describeDifference)
  // A token may have been a number, so that what is left is not JSON.
  const isAlike = describeBody(shown) === describeBody(response)
  const words = isAlike ? judgeResponse(forwarded, shown) : []
  return differences.map(({ kind, field }) => {
    const alike = words.find(each => each.kind === kind && each.field === field)
    return alike
      ? describeDifference(alike)
      : `${field ?? kind}: not told, as it may have the token`
  })
}

/** Judges as `verify` does, but any service may be unwell: a 5xx alone is not a violation. */
function judgeResponse({ request, plant, body }: Forwarded, response: ReadResponse): Difference[] {
  const sent: SentRequest = {
    method: request.method,
    path,
    body: plant ? writeJson(plant) : new Uint8Array(body),
  }
  if (!/^bearer +\S/i.test(request.headers.get('authorization') ?? ''))
    return judgeRefused(response, sent)
  // The service may refuse a token and have bounds, which are "not shown".
  return plant && response.status < 400 ? judgeAdded(response, sent) : judgeContent(response, sent)
}

const describeDifference = ({ field, title, service }: Difference): string =>
  `${field === undefined ? '' : `${field} `}${title}: ${service}`
