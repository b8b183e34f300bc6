import type { Issue } from 'plant-store-client'

// #region read
import { type NewPlant, newPlantSchema, type SchemaResult } from 'plant-store-client'

/** An empty field counts as missing. The id is tested first, because BigInt('x') throws. */
export function readPlant(form: FormData): SchemaResult<NewPlant> {
  const read = (field: string) => String(form.get(field) ?? '') || undefined
  const id = read('id')
  return newPlantSchema['~standard'].validate({
    id: id && /^-?\d+$/.test(id) ? BigInt(id) : id,
    name: read('name'),
    tag: read('tag'),
  })
}
// #endregion

/** What to tell people: `issue.message` is for developers. */
export function explainIssue({ path, message }: Issue, form: FormData): string {
  const text = form.get(String(path[0]))
  if (!text) return 'Please fill this in'
  if (path[0] !== 'id') return message // what the contract asks of other fields one day
  return /^-?\d+$/.test(String(text)) ? 'This number is too large' : 'Please enter a whole number'
}
