// The probes in one list. `verify` runs them against a real service, and the tests run them through every
// transport of the mock.
import { parsePlant } from '../contract/parse-plant.ts'
import type { NewPlant } from '../store/plant.ts'
import { EXAMPLE_ID, fields } from './bodies.ts'
import { otherBodies, skippedBodies, validBodies } from './body-probes.ts'
import { fixedIds, plantsOf } from './plants.ts'
import { type Probe, type ProbeRequest, textOf } from './probe.ts'
import {
  codedBody,
  mediaTypes,
  operations,
  skippedRequests,
  tokens,
  withoutToken,
} from './request-probes.ts'

const others: readonly Probe[] = [
  ...fixedIds,
  ...withoutToken,
  ...tokens,
  ...otherBodies,
  ...mediaTypes,
  codedBody,
  ...operations,
  ...skippedBodies,
  ...skippedRequests,
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

/** The requests of a run. */
export interface Plan {
  probes: PlannedProbe[]
  /** Plans a probe once more, with an id that no other request has, unless the id is fixed. */
  another(probe: Probe): PlannedProbe
}

/** Plans the probes for a service, each with its own id. */
export function planProbes({ token, firstId, plants, seed }: Choice): Plan {
  const taken = new Set(fixedIds.flatMap(probe => idsIn(probe, EXAMPLE_ID)))
  let next = firstId
  const another = (probe: Probe): PlannedProbe => {
    const id = probe.isFixed ? EXAMPLE_ID : (chooseId(probe, next, taken) ?? EXAMPLE_ID)
    if (!probe.isFixed) {
      for (const each of idsIn(probe, id)) taken.add(each)
      next = id + 1n
    }
    return { probe, requests: probe.requests(id, token) }
  }
  const chosen = [...validBodies, ...plantsOf(plants, seed), ...others]
  return { probes: chosen.filter(({ skipped }) => !skipped).map(another), another }
}

/** How many ids are tried for one that the contract allows. */
const MAX_TRIES = 100n

/** Such ids are within int32. */
const MAX_SMALL_ID = 1_000_000_000n

/**
 * The first id from `wanted` on, or from a smaller one, with which each body is as valid as with the example's
 * id, and which no other request has.
 */
function chooseId(probe: Probe, wanted: bigint, taken: ReadonlySet<bigint>): bigint | undefined {
  const isValid = (plant: NewPlant | undefined) => plant !== undefined
  const validity = plantsIn(probe, EXAMPLE_ID).map(isValid).join()
  for (const start of [wanted, (wanted % MAX_SMALL_ID) + 1n])
    for (let id = start; id < start + MAX_TRIES; id++) {
      const plants = plantsIn(probe, id)
      const isTaken = plants.some(plant => plant && taken.has(BigInt(plant.id)))
      if (!isTaken && plants.map(isValid).join() === validity) return id
    }
  return undefined
}

const plantsIn = (probe: Probe, id: bigint) =>
  probe.requests(id, '').map(({ body }) => parsePlant(body))

const idsIn = (probe: Probe, id: bigint) =>
  plantsIn(probe, id).flatMap(plant => (plant ? [BigInt(plant.id)] : []))

/** The largest number of plants that requests add: each that names a field might be taken for one. */
export const countPlants = (planned: readonly PlannedProbe[]): number =>
  planned
    .flatMap(({ requests }) => requests)
    .filter(request => fields.some(({ name }) => textOf(request).includes(`"${name}":`))).length
