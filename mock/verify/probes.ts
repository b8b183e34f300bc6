// The probes in one list. `verify` runs them against a real service, and the tests run them through every
// transport of the mock.

import { requestFields } from '../../generated/contract.ts'
import { parsePlant } from '../contract/parse-plant.ts'
import { EXAMPLE_ID } from './bodies.ts'
import { otherBodies, skippedBodies, validBodies } from './body-probes.ts'
import { fixedIds, plantsOf } from './plants.ts'
import { type Probe, type ProbeRequest, textOf } from './probe.ts'
import {
  dangerousOperations,
  mediaTypes,
  operations,
  tokens,
  withoutToken,
} from './request-probes.ts'

const others: readonly Probe[] = [
  ...fixedIds,
  ...withoutToken,
  ...tokens,
  ...otherBodies,
  ...mediaTypes,
  ...operations,
  ...skippedBodies,
  ...dangerousOperations,
]

/** In the order in which they are run: what is specified comes first, adding a plant before all else. */
export const probes: readonly Probe[] = [...validBodies, ...others]

/** What the requests of a run depend on. */
export interface Choice {
  token: string
  firstId: bigint
  /** How many plants of unusual values there are, and the seed of the random ones. */
  plants: number
  seed: number
}

/** A probe with the requests of one run. */
export interface PlannedProbe {
  probe: Probe
  requests: ProbeRequest[]
}

/** The probes for a service, each with its own id. */
export function planProbes({ token, firstId, plants, seed }: Choice): PlannedProbe[] {
  let next = firstId
  return [...validBodies, ...plantsOf(plants, seed), ...others]
    .filter(({ skipped }) => !skipped)
    .map(probe => {
      const id = chooseId(probe, next)
      if (id !== undefined) next = id + 1n
      return { probe, requests: probe.requests(id ?? EXAMPLE_ID, token) }
    })
}

/** How many ids are tried for one that the contract allows. */
const MAX_TRIES = 100n

/** Such ids are within int32. */
const MAX_SMALL_ID = 1_000_000_000n

/**
 * The first id from `wanted` on, or from a smaller one, with which each body is as valid as with the example's
 * id.
 */
function chooseId(probe: Probe, wanted: bigint): bigint | undefined {
  const validity = validityOf(probe, EXAMPLE_ID)
  for (const start of [wanted, (wanted % MAX_SMALL_ID) + 1n])
    for (let id = start; id < start + MAX_TRIES; id++)
      if (validityOf(probe, id) === validity) return id
  return undefined
}

const validityOf = (probe: Probe, id: bigint): string =>
  probe
    .requests(id, '')
    .map(({ body }) => parsePlant(body) !== undefined)
    .join()

/** The largest number of plants that requests add: each that names a field might be taken for one. */
export const countPlants = (planned: readonly PlannedProbe[]): number =>
  planned
    .flatMap(({ requests }) => requests)
    .filter(request => requestFields.some(({ name }) => textOf(request).includes(`"${name}":`)))
    .length
