// What Ctrl-C says: which plants are in the service by then.
import { parsePlant } from '../contract/parse-plant.ts'
import type { ProbeRequest } from './requests/probe.ts'
import { isAdded } from './run/first-plants.ts'
import { NoResponse, type Result } from './run/send.ts'
import { count } from './words.ts'

/** Keeps the ids of the plants that were added, and of those that may have been. */
export class AddedPlants {
  readonly #added: bigint[] = []
  readonly #mayBeAdded: bigint[] = []
  #sent: bigint[] = []

  onSend(requests: readonly ProbeRequest[]): void {
    this.#sent = requests.flatMap(({ body }) => parsePlant(body)?.id ?? []).map(BigInt)
  }

  /** Only the last response is kept, so that of two requests the first one may have added a plant. */
  onResult(result: Result): void {
    const last = this.#sent.pop()
    this.#mayBeAdded.push(...this.#sent)
    if (last !== undefined && isAdded(result)) this.#added.push(last)
    else if (last !== undefined && result.response instanceof NoResponse)
      this.#mayBeAdded.push(last)
    this.#sent = []
  }

  describe(baseUrl: string): string {
    const open = [...this.#mayBeAdded, ...this.#sent]
    const perhaps = open.length > 0 ? `, and perhaps those with ${describeIds(open)}` : ''
    const which = this.#added.length > 0 ? `, with ${describeIds(this.#added)}` : ''
    return `Interrupted. ${count(this.#added, 'plant')} ${this.#added.length === 1 ? 'was' : 'were'} added to ${baseUrl}${which}${perhaps}`
  }
}

/** Ids that follow each other are told as one range. */
function describeIds(ids: readonly bigint[]): string {
  const sorted = [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1))
  const ranges: [first: bigint, last: bigint][] = []
  for (const id of sorted) {
    const range = ranges.at(-1)
    if (range && id === range[1] + 1n) range[1] = id
    else ranges.push([id, id])
  }
  const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`))
  return `the id${sorted.length === 1 ? '' : 's'} ${texts.join(', ')}`
}
