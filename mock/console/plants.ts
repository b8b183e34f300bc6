import type { MockState } from '../control/types.ts'
import type { NewPlant } from '../plant.ts'
import { byId, h, setText } from './dom.ts'
import { ask } from './live.ts'

/** How many plants the page shows. */
const MOST = 100

/** The plants, the newest first; they are asked for anew when there are others, twice a second at most. */
export class Plants {
  #shown = ''
  #wanted: MockState | undefined
  #asking = false

  show(state: MockState): void {
    setText(byId('plant-count'), state.plants.toLocaleString('en'))
    this.#wanted = state
    if (!this.#asking) void this.#refresh()
  }

  async #refresh(): Promise<void> {
    const { run = '', plants: count = 0 } = this.#wanted ?? {}
    const key = `${run} ${count}`
    if (key === this.#shown) return
    this.#asking = true
    try {
      const plants = count > 0 ? await ask('GET', `/plants?last=${MOST}`) : []
      this.#draw(plants as NewPlant[], count)
      this.#shown = key
    } catch {
      this.#shown = '' // disconnected, as the page says elsewhere: the next state asks again
      this.#asking = false
      return
    }
    setTimeout(() => {
      this.#asking = false
      void this.#refresh()
    }, 500)
  }

  #draw(plants: NewPlant[], count: number): void {
    const items = plants.reverse().map(({ id, name, tag }) => {
      const item = h(
        'li',
        { class: 'plant' },
        h('span', { class: 'name' }, name),
        h('code', {}, String(id)),
      )
      if (tag !== undefined) item.append(h('span', { class: 'tag' }, tag))
      return item
    })
    byId('plants').replaceChildren(...items)
    byId('no-plants').hidden = items.length > 0
    byId('more-plants').hidden = count <= items.length
    setText(byId('more-plants'), `The last ${items.length} of ${count.toLocaleString('en')}.`)
  }
}
