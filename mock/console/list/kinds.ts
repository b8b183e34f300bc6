import type { JsonRequest } from '../../control/types.ts'

/** Which requests each chip lists. */
const chips: Readonly<Record<Kind, (request: JsonRequest) => boolean>> = {
  '2xx': hasStatus(2),
  '3xx': hasStatus(3),
  '4xx': hasStatus(4),
  '5xx': hasStatus(5),
  'no answer': ({ status, inFlight }) =>
    inFlight === 'no-answer' || (status === undefined && !inFlight),
  held: ({ inFlight }) => inFlight === 'held',
  violations: ({ violations }) => violations !== undefined,
}

export type Kind = '2xx' | '3xx' | '4xx' | '5xx' | 'no answer' | 'held' | 'violations'
export type Chip = 'All' | Kind

const kinds = Object.keys(chips) as readonly Kind[]
export const chipNames: readonly Chip[] = ['All', ...kinds]

/** The chips that list a request, but the first. */
export const chipsOf = (request: JsonRequest): Kind[] => kinds.filter(kind => chips[kind](request))

/** Whether a chip lists a request. One that an address misspells lists all. */
export const isListed = (chip: Chip, request: JsonRequest): boolean =>
  !Object.hasOwn(chips, chip) || chips[chip as Kind](request)

function hasStatus(hundreds: number) {
  return ({ status = 0 }: JsonRequest): boolean => Math.floor(status / 100) === hundreds
}
