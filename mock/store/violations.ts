import { path } from '../../generated/contract.ts'
import { type Difference, judgeAdded, judgeContent, judgeRefused } from '../contract/judge.ts'
import type { ReadResponse, SentRequest } from '../contract/response.ts'
import type { StoreRequest } from '../http/request.ts'
import { writeJson } from '../json/write.ts'
import { checkContent, type Received } from './checks.ts'
import type { Violation } from './violation.ts'

/** A request that was forwarded, with its body. */
export interface Forwarded extends Pick<Received, 'size' | 'refusal' | 'problems' | 'plant'> {
  readonly request: StoreRequest
  readonly body: Uint8Array
}

/** Says where a request breaks the contract. A missing token is not a violation: its refusal may be what is tested. */
export function violationsOfRequest({ request, ...received }: Forwarded): Violation[] {
  if (request.headers.has('content-encoding')) return [] // nothing is specified about it
  const refusal = checkContent(request, received)
  return refusal ? [`request: ${refusal.message}`] : []
}

/**
 * Finds where the response of a service breaks the contract. Judges as `verify` does, but any service may be unwell: a
 * 5xx alone is not a violation.
 */
export function violationsOfResponse(
  { request, plant, body }: Forwarded,
  response: ReadResponse,
): Difference[] {
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
