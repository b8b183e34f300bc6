import type { JSX } from 'preact'
import { requestFields } from '../../../generated/contract.ts'
import { writeJson } from '../../json/write.ts'
import type { NewPlant } from '../../store/plant.ts'
import { inQuotes, lineOf, titleOf, visible } from '../text.ts'

/** The contract's fields but the id; the first of them serves as a title. */
const [TITLE, ...OTHERS] = requestFields.map(({ name }) => name).filter(name => name !== 'id')

export const textOf = (plant: NewPlant): string =>
  visible(Object.values(plant).map(toText).join(' ')).toLowerCase()

const toText = (value: unknown) => (typeof value === 'string' ? value : writeJson(value))

/** The id of a plant, its title, and its other fields, as far as it has them. */
export const PlantCells = ({ plant }: { plant: NewPlant }): JSX.Element => (
  <span class="plant">
    <Cell of={plant} names={['id']} class="id" />{' '}
    <Cell of={plant} names={TITLE === undefined ? [] : [TITLE]} class="name" />{' '}
    <Cell of={plant} names={OTHERS} class="tag" />
  </span>
)

function Cell({ of, names, class: className }: { of: NewPlant; names: string[]; class: string }) {
  const fields = Object.entries(of).filter(([name]) => names.includes(name))
  if (fields.length === 0) return <span class={className} />
  const text = fields.map(([, value]) => toText(value)).join(' · ')
  const name = fields.map(([name]) => name).join(', ')
  // An empty text could not be seen, nor could blanks.
  return (
    <bdi class={className} title={titleOf(`${name}: ${text}`)}>
      {text === '' ? <i>(empty {name})</i> : lineOf(inQuotes(text))}
    </bdi>
  )
}
