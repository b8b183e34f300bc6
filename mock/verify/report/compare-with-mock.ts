// Where the specification is silent: what the service does, and what the mock does by default.
import { codeField, successStatus } from '../../../generated/contract.ts'
import {
  cameOf,
  describeCame,
  errorOf,
  HIDE_NOTHING,
  ReadResponse,
} from '../../contract/response.ts'
import { createMockStore } from '../../store/reference-store.ts'
import type { Judged } from '../judge/judge.ts'
import type { Quote } from '../quote.ts'
import { EXAMPLE_ID } from '../requests/plant-json.ts'
import { type Probe, sendAll } from '../requests/probe.ts'
import { listSome } from '../words.ts'

export interface OpenPoint {
  about: string
  mockOption: string | null
  results: { probe: string; service: string; mock: string; sameAsMock: boolean }[]
}

export async function compareWithMock(
  judged: readonly Judged[],
  quote: Quote,
): Promise<OpenPoint[]> {
  const found = new Map<string, OpenPoint>()
  const add = (
    about: string,
    mockOption: string | undefined,
    probe: string,
    service: string,
    mock: string,
  ) => {
    const entry = found.get(about) ?? { about, mockOption: mockOption ?? null, results: [] }
    entry.results.push({ probe, service, mock, sameAsMock: service === mock })
    found.set(about, entry)
  }
  for (const { probe, request, response } of judged) {
    const { expectation, name } = probe
    const { open, mockOption, headers } = expectation
    if (open === undefined || (expectation.kind === 'bounded' && response.status === successStatus))
      continue
    const service = quote.text(describeCame(cameOf(response, request, headers), quote.hide))
    add(open, mockOption, name, service, await describeMock(probe))
  }
  // Of all responses at once, so that it takes one line and not one for each probe.
  const codes = [...new Set(judged.flatMap(otherErrorCode))]
  const status = 'the HTTP status code'
  if (codeField)
    add('all responses', 'failNext', `values of ${codeField}`, listSome(codes) || status, status)
  return [...found.values()]
}

async function describeMock(probe: Probe): Promise<string> {
  const requests = probe.requests(EXAMPLE_ID, 'token')
  const received = await sendAll(requests, 'http://mock', createMockStore().fetch)
  const response = new ReadResponse(received)
  return describeCame(
    cameOf(response, requests.at(-1) ?? {}, probe.expectation.headers),
    HIDE_NOTHING,
  )
}

/** The number in an Error, if it is not the status. */
function otherErrorCode({ response }: Judged): string[] {
  const error = errorOf(response)
  const code = error && codeField && error[codeField]
  return code === undefined || Number(code) === response.status
    ? []
    : [`${code} with ${response.status}`]
}
