import type { JsonRequest } from '../control/types.ts'

/** Which requests each chip lists. */
export const chips: Readonly<Record<Chip, (request: JsonRequest) => boolean>> = {
  All: () => true,
  '2xx': hasStatus(2),
  '4xx': hasStatus(4),
  '5xx': hasStatus(5),
  'no answer': ({ status, inFlight }) =>
    inFlight === 'no-answer' || (status === undefined && !inFlight),
  held: ({ inFlight }) => inFlight === 'held',
  violations: ({ violations }) => violations !== undefined,
}

export type Chip = 'All' | '2xx' | '4xx' | '5xx' | 'no answer' | 'held' | 'violations'

export const chipNames = Object.keys(chips) as readonly Chip[]

/** Whether a chip lists a request. One that an address misspells lists all. */
export const isListed = (chip: Chip, request: JsonRequest): boolean =>
  !Object.hasOwn(chips, chip) || chips[chip](request)

function hasStatus(hundreds: number) {
  return ({ status = 0 }: JsonRequest): boolean => Math.floor(status / 100) === hundreds
}
