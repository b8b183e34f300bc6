// The requests of a run, each with an id of its own.
import { fields, parsePlant } from '../../contract/parse-plant.ts'
import type { NewPlant } from '../../store/plant.ts'
import { bearer, EXAMPLE_ID, isOwn, isPlain, withinText, withOwnTexts } from './plant-json.ts'
import { type Probe, type ProbeRequest, textOf } from './probe.ts'
import { fixedIds, others, plants, withoutRightToken } from './probes.ts'
import { unprobed } from './rules.ts'
import { plantsOf } from './unusual-texts.ts'

/** What the requests of a run depend on. */
export interface Choice {
  token: string
  firstId: bigint
  /** How many plants of unusual values there are, and the seed of the random ones. */
  plants: number
  seed: number
  /** Whether no request is sent without the right token. */
  rightTokenOnly: boolean
  /** Whether the plants that are plain have names of their own, for a service that takes each name once. */
  hasOwnNames?: boolean
  /** Ids of plants that exist, or may exist. */
  used?: ReadonlySet<bigint>
}

/** A probe with the requests of one run. */
export interface PlannedProbe {
  probe: Probe
  requests: ProbeRequest[]
}

/** The requests of a run. */
export interface Plan {
  probes: PlannedProbe[]
  /** What is not sent, and why. */
  skipped: { probe: string; reason: string }[]
  /** Plans a probe once more, with an id that no other request has, unless the id is fixed. */
  another(probe: Probe): PlannedProbe
  /**
   * Plans a probe for who sends it after the run: with a new name, or with one that exists, as it has to be. Undefined
   * if its own name was added, and another would not be the same.
   */
  afterwards(probe: Probe, wasAdded: boolean): PlannedProbe | undefined
  /** Plans all probes again with other choices. */
  replan(choice: Pick<Choice, 'used'> & Pick<Partial<Choice>, 'firstId' | 'hasOwnNames'>): Plan
}

/** Plans the probes for a service, each with its own id. */
export function planProbes(choice: Choice): Plan {
  const { token, firstId, plants: count, seed, rightTokenOnly } = choice
  const { hasOwnNames = false, used = new Set() } = choice
  const taken = new Set([...used, ...fixedIds.flatMap(probe => idsIn(probe, EXAMPLE_ID))])
  let next = firstId
  let names = 0
  const another = (probe: Probe): PlannedProbe => {
    const id = probe.isFixed ? EXAMPLE_ID : (chooseId(probe, next, taken) ?? EXAMPLE_ID)
    if (!probe.isFixed) {
      for (const each of idsIn(probe, id)) taken.add(each)
      next = id + 1n
    }
    const requests = probe.requests(id, token)
    if (!hasOwnNames || probe.hasTakenName) return { probe, requests }
    return { probe, requests: requests.map(request => withOwnTexts(request, ownName())) }
  }
  const ownName = () => `${firstId} ${++names}`
  const afterwards = (probe: Probe, wasAdded: boolean): PlannedProbe | undefined => {
    const planned = another(probe)
    if (!hasOwnNames) return planned
    if (probe.hasTakenName) {
      // The first one adds the name.
      const name = ownName()
      const both = [...planned.requests, ...another(probe).requests]
      return { probe, requests: both.map(request => withOwnTexts(request, name)) }
    }
    if (!wasAdded || planned.requests.every(isOwn)) return planned
    const requests = planned.requests.map(request => withinText(request, probe, ownName()))
    return requests.every(request => request !== undefined) ? { probe, requests } : undefined
  }
  const withRightToken = [...plants, ...plantsOf(count, seed), ...others]
  const chosen = rightTokenOnly ? withRightToken : spread(withoutRightToken, withRightToken)
  const left = rightTokenOnly ? withoutRightToken : []
  const skipped = left.map(({ name }) => ({ probe: name, reason: '--right-token-only' }))
  return {
    probes: chosen.map(another),
    skipped: [...unprobed, ...skipped],
    another,
    afterwards,
    replan: other => planProbes({ ...choice, ...other }),
  }
}

/** Puts a few items among many, at equal distances and none at the start. */
function spread<T>(few: readonly T[], many: readonly T[]): T[] {
  const distance = Math.floor(many.length / (few.length + 1))
  return many.flatMap((item, index) => {
    const next = index > 0 && index % distance === 0 ? few[index / distance - 1] : undefined
    return next === undefined ? [item] : [next, item]
  })
}

/** Whether a service may take a request for one without the right token. */
export const hasRightToken = ({ headers }: ProbeRequest, token: string): boolean =>
  headers?.authorization === bearer(token).authorization

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

const idsIn = (probe: Probe, id: bigint) => probe.requests(id, '').flatMap(idIn)

/** Whether its id is one of those that a run counts up, and not unusual itself. */
export const hasCountedId = (probe: Probe): boolean =>
  !probe.isFixed && idsIn(probe, EXAMPLE_ID).at(-1) === EXAMPLE_ID

/** The id of the plant in a request, if it has one. */
export const idIn = ({ body }: ProbeRequest): bigint[] => {
  const plant = parsePlant(body)
  return plant ? [BigInt(plant.id)] : []
}

/** The largest number of plants that requests add: each that names a field might be taken for one. */
export const countPlants = (planned: readonly PlannedProbe[]): number =>
  planned
    .flatMap(({ requests }) => requests)
    .filter(request => fields.some(({ name }) => textOf(request).includes(`"${name}":`))).length

/** Whether each request has the same id, which a service that took it may refuse afterwards. */
const hasOneId = (probe: Probe): boolean => {
  const bodyOf = (id: bigint) => probe.requests(id, '').map(textOf).join()
  return bodyOf(1n) === bodyOf(2n) && bodyOf(1n).includes('"id":')
}

/** An ordinary plant says most. An id that may exist, or random texts, say least. */
function rankOf({ probe, requests }: PlannedProbe): number {
  if (probe.isFixed || probe.isRandom || hasOneId(probe)) return 3
  if (isPlain(requests.at(-1) ?? {})) return 0
  return probe.unusual === undefined || /^[a-z]{1,20}$/i.test(probe.unusual.text) ? 1 : 2
}

/** A request without a body says least. */
const sizeOf = ({ requests }: PlannedProbe) =>
  requests.reduce((sum, { body = '' }) => sum + body.length, 0) || Infinity

/** For sorting: the plainest requests come first, and of these the smallest. */
export const byPlainness = (one: PlannedProbe, other: PlannedProbe): number =>
  rankOf(one) - rankOf(other) || Math.sign(sizeOf(one) - sizeOf(other)) || 0
