import * as contract from '../../../generated/contract.ts'
import type { ReceivedResponse, SentRequest } from '../../contract/response.ts'
import type { Expectation } from './expectations.ts'

export interface ProbeRequest extends SentRequest {
  headers?: Record<string, string>
}

/** One thing that a service does with a request: the request, and what is expected of the response. */
export interface Probe {
  name: string
  /** The requests, sent one after the other. The response to the last one is judged, or to the first that fails. */
  requests(id: bigint, token: string): ProbeRequest[]
  expectation: Expectation
  /** Whether the id is the same in each run, so that the service may know it already. */
  isFixed?: boolean
  /** Whether the id is fixed, and one that most services have before any run. */
  isCommon?: boolean
  /** The field with an unusual text, all others being as in most requests. */
  unusual?: { field: string; text: string }
  /** Whether its name is that of a plant that was added, so that it gets none of its own. */
  hasTakenName?: boolean
  /** Whether its texts come from the seed. */
  isRandom?: boolean
  /** What many clients send, in words for a service that refuses it. */
  oftenSent?: string
}

export const countRequests = (probe: Probe): number => probe.requests(1n, '').length

/** The method and the URL of a request. */
export const addressOf = (
  request: ProbeRequest,
  baseUrl: string,
): { method: string; url: string } => ({
  method: request.method ?? contract.method,
  url: baseUrl + (request.path ?? contract.path),
})

/** The body of a request as text; bytes that are not UTF-8 become U+FFFD. */
export const textOf = ({ body = '' }: ProbeRequest): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body)

/** The part of a `Response` that is used. */
export type MinimalResponse = Pick<Response, 'status' | 'headers' | 'text'>

/** Sends requests one after the other. Resolves to the response to the last one. */
export async function sendAll(
  requests: readonly ProbeRequest[],
  baseUrl: string,
  fetch: (url: string, init: RequestInit & Pick<SentRequest, 'body'>) => Promise<MinimalResponse>,
): Promise<ReceivedResponse> {
  let received: ReceivedResponse = { status: 0, headers: {}, body: '' }
  for (const request of requests) {
    const { headers = {}, body } = request
    const { method, url } = addressOf(request, baseUrl)
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
    received = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  }
  return received
}
