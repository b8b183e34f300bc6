// What a run says when a signal ends it: which plants are in the service by then.
import { parsePlant } from '../contract/parse-plant.ts'
import { isSuccessStatus, type ReceivedResponse } from '../contract/response.ts'
import type { ProbeRequest } from './requests/probe.ts'
import { count } from './words.ts'

/** Keeps the ids of the plants that were added, and of those that may have been. */
export class AddedPlants {
  readonly #added = new Set<bigint>()
  /** No response came for them, or one that does not say what became of the plant. */
  readonly #open = new Set<bigint>()
  /** How many bodies were accepted that are not a valid plant, so that nothing is known of an id. */
  #others = 0
  /** Of the request that was sent last, if its body is a valid plant. */
  #id: bigint | undefined

  onRequest(body: ProbeRequest['body']): void {
    const id = parsePlant(body)?.id
    this.#id = id === undefined ? undefined : BigInt(id)
    if (this.#id !== undefined && !this.#added.has(this.#id)) this.#open.add(this.#id)
  }

  onResponse({ status }: ReceivedResponse): void {
    const isAdded = isSuccessStatus(status)
    if (this.#id === undefined) {
      if (isAdded) this.#others++
      return
    }
    if (isAdded) this.#added.add(this.#id)
    // After a 5xx or a 408, it may be there.
    if (isAdded || (status < 500 && status !== 408)) this.#open.delete(this.#id)
  }

  toText(baseUrl: string): string {
    const which = this.#added.size > 0 ? `, with ${describeIds(this.#added)}` : ''
    const perhaps = this.#open.size > 0 ? `, and perhaps those with ${describeIds(this.#open)}` : ''
    const others = this.#others > 0 ? `; of the other requests, ${this.#others} got a success` : ''
    const plants = count([...this.#added], 'plant')
    return `Interrupted. ${plants} ${this.#added.size === 1 ? 'was' : 'were'} added to ${baseUrl}${which}${perhaps}${others}`
  }
}

/** Ids that follow each other are told as one range. */
function describeIds(ids: ReadonlySet<bigint>): string {
  const sorted = [...ids].sort((one, other) => (one < other ? -1 : 1))
  const ranges: [first: bigint, last: bigint][] = []
  for (const id of sorted) {
    const range = ranges.at(-1)
    if (range && id === range[1] + 1n) range[1] = id
    else ranges.push([id, id])
  }
  const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`))
  return `the id${sorted.length === 1 ? '' : 's'} ${texts.join(', ')}`
}
