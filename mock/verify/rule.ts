import * as contract from '../../generated/contract.ts'
import type { Point } from './points.ts'

export interface RuleRequest {
  method?: string
  /** Under the base address. */
  path?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** One thing that a service does with a request. `judge` says whether a response conforms. */
export interface Rule {
  name: string
  /**
   * What the specification states: that a valid NewPlant is added, or that nothing is added without a
   * bearer token. Left out if it states no status. What it states about the body of a response holds
   * for every rule.
   */
  specified?: 'added' | 'not added'
  /** What the specification leaves open. */
  unspecified?: Point
  /** Why a real service is not tested on this rule. */
  skipped?: string
  /** The headers of the response that the rule is about. */
  headers?: readonly string[]
  /** The requests, sent one after the other. The response to the last one is judged. */
  requests(id: bigint, token: string): RuleRequest[]
}

/** The response to the last request of a rule. */
export interface Outcome {
  status: number
  headers: Record<string, string>
  body: string
}

/** The part of a `Response` that is used. */
export type MinimalResponse = Pick<Response, 'status' | 'headers' | 'text'>

/** The method and the URL of a request. */
export const addressOf = (
  request: RuleRequest,
  baseUrl: string,
): { method: string; url: string } => ({
  method: request.method ?? contract.method,
  url: baseUrl + (request.path ?? contract.path),
})

/** Sends requests one after the other. Resolves to the outcome of the last one. */
export async function sendAll(
  requests: readonly RuleRequest[],
  baseUrl: string,
  fetch: (url: string, init: RequestInit) => Promise<MinimalResponse>,
): Promise<Outcome> {
  let outcome: Outcome = { status: 0, headers: {}, body: '' }
  for (const request of requests) {
    const { headers = {}, body } = request
    const { method, url } = addressOf(request, baseUrl)
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
    const { status } = response
    outcome = { status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
  return outcome
}
