// TanStack Form takes newPlantSchema for a form: each issue shows beside its field. Not in 0.1.0.
import { FieldApi, FormApi } from '@tanstack/form-core'
import { type NewPlant, newPlantSchema } from 'plant-store-client'
import { expect, test } from 'vitest'

function plantForm(submitted: NewPlant[]) {
  const defaultValues: NewPlant = { id: 1, name: 'Monstera' }
  const form = new FormApi({
    defaultValues,
    validators: { onChange: newPlantSchema },
    onSubmit: ({ value }) => void submitted.push(value),
  })
  form.mount()
  const field = (name: 'id' | 'name' | 'tag') => {
    const api = new FieldApi({ form, name })
    api.mount()
    return api
  }
  return { form, id: field('id'), name: field('name'), tag: field('tag') }
}

test('a plant is submitted', async () => {
  const submitted: NewPlant[] = []
  const { form, name } = plantForm(submitted)
  name.handleChange('Hoya')
  await form.handleSubmit()
  expect(name.state.meta.errors).toEqual([])
  expect(submitted).toEqual([{ id: 1, name: 'Hoya' }])
})

test('what is wrong shows beside its field, and nothing is submitted', async () => {
  const submitted: NewPlant[] = []
  const { form, id, name } = plantForm(submitted)
  id.handleChange(1.5)
  await form.handleSubmit()
  expect(id.state.meta.errors).toMatchObject([{ path: ['id'] }])
  expect(name.state.meta.errors).toEqual([])
  expect(submitted).toEqual([])

  id.handleChange(2)
  expect(id.state.meta.errors).toEqual([])
  await form.handleSubmit()
  expect(submitted).toEqual([{ id: 2, name: 'Monstera' }])
})
