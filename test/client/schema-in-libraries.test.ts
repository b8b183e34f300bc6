// Libraries that take a Standard Schema take newPlantSchema: TanStack Form, Hono and tRPC.
import { sValidator } from '@hono/standard-validator'
import { FieldApi, FormApi } from '@tanstack/form-core'
import { initTRPC, TRPCError } from '@trpc/server'
import { Hono } from 'hono'
import { type NewPlant, newPlantSchema } from 'plant-store-client'
import { expect, expectTypeOf, test } from 'vitest'

test('TanStack Form accepts newPlantSchema: an issue shows next to its field, and a plant without issues is submitted', async () => {
  const submitted: NewPlant[] = []
  const defaultValues: NewPlant = { id: 1, name: 'Monstera' }
  const form = new FormApi({
    defaultValues,
    validators: { onChange: newPlantSchema },
    onSubmit: ({ value }) => void submitted.push(value),
  })
  form.mount()
  const id = new FieldApi({ form, name: 'id' })
  const name = new FieldApi({ form, name: 'name' })
  for (const field of [id, name]) field.mount()

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

test('Hono accepts newPlantSchema: a plant arrives, and a wrong one gets 400 that names each field', async () => {
  const app = new Hono().post('/plants', sValidator('json', newPlantSchema), context => {
    const plant = context.req.valid('json')
    expectTypeOf(plant).toEqualTypeOf<NewPlant>()
    return context.json({ name: plant.name })
  })
  const post = (plant: object) => {
    const headers = { 'content-type': 'application/json' }
    return app.request('/plants', { method: 'POST', headers, body: JSON.stringify(plant) })
  }
  expect(await (await post({ id: 1, name: 'Monstera' })).json()).toEqual({ name: 'Monstera' })
  const response = await post({ id: 1.5 })
  expect(response.status).toBe(400)
  const { error } = await response.json()
  const paths = error.map(({ path }: { path: string[] }) => path.join())
  expect(paths.toSorted()).toEqual(['id', 'name'])
})

test('tRPC accepts newPlantSchema: a plant arrives, and a wrong one is a bad request that names the field', async () => {
  const t = initTRPC.create()
  const router = t.router({
    addPlant: t.procedure.input(newPlantSchema).mutation(({ input }) => {
      expectTypeOf(input).toEqualTypeOf<NewPlant>()
      return `${input.id} ${input.name}`
    }),
  })
  const caller = router.createCaller({})
  expect(await caller.addPlant({ id: 2n ** 62n, name: 'Hoya' })).toBe(`${2n ** 62n} Hoya`)
  const thrown = await caller.addPlant({ id: 1 } as NewPlant).catch((error: unknown) => error)
  if (!(thrown instanceof TRPCError)) throw thrown
  expect(thrown.code).toBe('BAD_REQUEST')
  expect(thrown.cause).toMatchObject({ issues: [{ path: ['name'] }] })
})
