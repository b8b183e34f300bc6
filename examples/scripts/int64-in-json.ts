// An id through an API of one's own: as text, since JSON.parse would round it.
// #region json
import type { NewPlant } from 'plant-store-client'

/** For the page: JSON.stringify refuses a bigint. */
const toJson = (plant: NewPlant) => JSON.stringify({ ...plant, id: String(plant.id) })

/** For the server: what is not a whole number stays text, which the client refuses. */
function fromJson(text: string): NewPlant {
  const { id, ...plant } = JSON.parse(text)
  return { ...plant, id: /^-?\d+$/.test(id) ? BigInt(id) : id }
}
// #endregion

const plant = { id: 9007199254740993n, name: 'Monstera' }
console.log(fromJson(toJson(plant))) // { name: 'Monstera', id: 9007199254740993n }
console.log(fromJson('{ "id": "one", "name": "Monstera" }')) // { name: 'Monstera', id: 'one' }
