// Where the specification is silent: what the service does, and what the mock does by default.

import { errorCode, successStatus } from '../../generated/contract.ts'
import { describeResponse, errorOf } from '../contract/response.ts'
import { createMockStore } from '../store/reference-store.ts'
import { EXAMPLE_ID } from './bodies.ts'
import type { Answered } from './judged.ts'
import { type Point, points } from './points.ts'
import { type Probe, sendAll } from './probe.ts'
import { sanitize } from './sanitize.ts'

export interface OpenPoint {
  about: string
  mockOption: string | null
  results: { probe: string; service: string; mock: string; sameAsMock: boolean }[]
}

export async function compareWithMock(answered: readonly Answered[]): Promise<OpenPoint[]> {
  const found = new Map<Point, OpenPoint>()
  const add = (point: Point, probe: string, service: string, mock: string) => {
    const { about, mockOption = null } = points[point]
    const entry = found.get(point) ?? { about, mockOption, results: [] }
    entry.results.push({ probe, service, mock, sameAsMock: service === mock })
    found.set(point, entry)
  }
  for (const { probe, request, response } of answered)
    if (probe.open && !(probe.open === 'bounds' && response.status === successStatus)) {
      const service = describeResponse(response, request, points[probe.open].headers)
      add(probe.open, probe.name, sanitize(service), await describeMock(probe, probe.open))
    }
  // Of all responses at once, so that it takes one line and not one for each probe.
  const codes = [...new Set(answered.flatMap(otherErrorCode))].join(', ')
  const status = 'the HTTP status code'
  add('responses', 'values of error', sanitize(codes) || status, status)
  return [...found.values()]
}

async function describeMock(probe: Probe, point: Point): Promise<string> {
  const requests = probe.requests(EXAMPLE_ID, 'token')
  const response = await sendAll(requests, 'http://mock', createMockStore().fetch)
  return describeResponse(response, requests.at(-1) ?? {}, points[point].headers)
}

/** The number in an Error, if it is not the status. */
function otherErrorCode({ response }: Answered): string[] {
  const error = errorOf(response)
  const code = error && errorCode(error)
  return code === undefined || code === response.status ? [] : [`${code} with ${response.status}`]
}
