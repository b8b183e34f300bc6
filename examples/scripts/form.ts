// A plant from the texts of a form.
// #region form
import { type NewPlant, newPlantSchema, type SchemaResult } from 'plant-store-client'

/** The id is text in a form. Test it first: BigInt('') is 0n, and BigInt('x') throws. */
function readPlant(form: FormData): SchemaResult<NewPlant> {
  const id = String(form.get('id'))
  return newPlantSchema['~standard'].validate({
    id: /^-?\d+$/.test(id) ? BigInt(id) : id,
    name: form.get('name'),
  })
}
// #endregion

const form = new FormData()
form.set('id', '9007199254740993')
form.set('name', 'Monstera')
console.log(readPlant(form)) // { value: { id: 9007199254740993n, name: 'Monstera' } }
form.set('id', '')
const { issues } = readPlant(form)
console.log(issues?.[0]?.message) // must be an integer, but got the string ""
