// Libraries that take a Standard Schema take newPlantSchema: TanStack Form, Hono and tRPC.
import { sValidator } from '@hono/standard-validator'
import { FieldApi, FormApi } from '@tanstack/form-core'
import { initTRPC, TRPCError } from '@trpc/server'
import { Hono } from 'hono'
import { type NewPlant, newPlantSchema } from 'plant-store-client'
import { describe, expect, expectTypeOf, test } from 'vitest'

describe('TanStack Form', () => {
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

  test('an issue shows next to its field, and nothing is submitted', async () => {
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
})

describe('Hono', () => {
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

  test('a wrong plant gets 400, and each field is named', async () => {
    const response = await post({ id: 1.5 })
    expect(response.status).toBe(400)
    const { error } = await response.json()
    const paths = error.map(({ path }: { path: string[] }) => path.join())
    expect(paths.toSorted()).toEqual(['id', 'name'])
  })
})

describe('tRPC', () => {
  const t = initTRPC.create()
  const router = t.router({
    addPlant: t.procedure.input(newPlantSchema).mutation(({ input }) => {
      expectTypeOf(input).toEqualTypeOf<NewPlant>()
      return `${input.id} ${input.name}`
    }),
  })
  const caller = router.createCaller({})

  test('a plant arrives', async () => {
    expect(await caller.addPlant({ id: 1, name: 'Monstera' })).toBe('1 Monstera')
    expect(await caller.addPlant({ id: 2n ** 62n, name: 'Hoya' })).toBe(`${2n ** 62n} Hoya`)
  })

  test('a wrong plant is a bad request that names the field', async () => {
    const thrown = await caller.addPlant({ id: 1 } as NewPlant).catch((error: unknown) => error)
    if (!(thrown instanceof TRPCError)) throw thrown
    expect(thrown.code).toBe('BAD_REQUEST')
    expect(thrown.cause).toMatchObject({ issues: [{ path: ['name'] }] })
  })
})
