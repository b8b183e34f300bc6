// Hono's validator takes newPlantSchema. Not in 0.1.0.
import { sValidator } from '@hono/standard-validator'
import { Hono } from 'hono'
import { type NewPlant, newPlantSchema } from 'plant-store-client'
import { expect, expectTypeOf, test } from 'vitest'

const app = new Hono().post('/plants', sValidator('json', newPlantSchema), context => {
  const plant = context.req.valid('json')
  expectTypeOf(plant).toEqualTypeOf<NewPlant>()
  return context.json({ name: plant.name })
})
const post = (body: object) =>
  app.request('/plants', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a plant arrives', async () => {
  const response = await post({ id: 1, name: 'Monstera' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ name: 'Monstera' })
})

test('what is no plant is 400, and each field is named', async () => {
  const response = await post({ id: 1.5 })
  expect(response.status).toBe(400)
  const { error } = await response.json()
  const paths = error.map(({ path }: { path: string[] }) => path.join())
  expect(paths.toSorted()).toEqual(['id', 'name'])
})
