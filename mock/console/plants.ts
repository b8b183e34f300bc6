import type { MockState } from '../control/types.ts'
import type { NewPlant } from '../store/plant.ts'
import { callControl } from './call-control.ts'
import { byId, setText } from './dom.ts'
import { createPlantItem } from './plant-item.ts'

/** The number of plants that the page shows. */
const MAX_PLANTS = 100

/** The plants, the newest first. They are fetched when they change, at most twice a second. */
export class Plants {
  #shown = ''
  #wanted: MockState | undefined
  #isFetching = false

  show(state: MockState): void {
    setText(byId('plant-count'), state.plants.toLocaleString('en'))
    this.#wanted = state
    if (!this.#isFetching) void this.#refresh()
  }

  async #refresh(): Promise<void> {
    const { epoch = '', plants: count = 0 } = this.#wanted ?? {}
    const key = `${epoch} ${count}`
    if (key === this.#shown) return
    this.#isFetching = true
    try {
      const plants = count > 0 ? await callControl('GET', `/plants?last=${MAX_PLANTS}`) : []
      this.#draw(plants as NewPlant[], count)
      this.#shown = key
    } catch {
      this.#shown = '' // disconnected, which the page shows elsewhere; the next state fetches again
      this.#isFetching = false
      return
    }
    setTimeout(() => {
      this.#isFetching = false
      void this.#refresh()
    }, 500)
  }

  #draw(plants: NewPlant[], count: number): void {
    const items = plants.reverse().map(createPlantItem)
    byId('plants').replaceChildren(...items)
    byId('plants').tabIndex = items.length > 0 ? 0 : -1 // it may scroll
    byId('no-plants').hidden = items.length > 0
    byId('more-plants').hidden = count <= items.length
    setText(byId('more-plants'), `The last ${items.length} of ${count.toLocaleString('en')}.`)
  }
}
