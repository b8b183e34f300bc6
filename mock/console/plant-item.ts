import { requestFields } from '../../generated/contract.ts'
import { writeJson } from '../json/write.ts'
import type { NewPlant } from '../store/plant.ts'
import { h } from './dom.ts'
import { escapeInvisible } from './escape-invisible.ts'

/** The contract's fields but the id; the first of them serves as a title. */
const [TITLE, ...OTHERS] = requestFields.map(({ name }) => name).filter(name => name !== 'id')

/** A plant as an item of the list. */
export function createPlantItem(plant: NewPlant): HTMLElement {
  const values = new Map<string, unknown>(Object.entries(plant))
  const item = h('li', { class: 'plant' })
  const append = (name: string | undefined, className: string) => {
    const value = name === undefined ? undefined : values.get(name)
    if (value === undefined) return
    const text = escapeInvisible(toText(value))
    const attributes = { class: className, title: `${name}: ${text}` }
    // An empty text could not be seen.
    const shown = text === '' ? h('i', {}, `(empty ${name})`) : text
    item.append(h('span', attributes, shown))
  }
  append('id', 'id')
  append(TITLE, 'name')
  for (const name of OTHERS) append(name, 'tag')
  return item
}

const toText = (value: unknown) => (typeof value === 'string' ? value : writeJson(value))
