// tRPC takes newPlantSchema for an input. Not in 0.1.0.
import { initTRPC, TRPCError } from '@trpc/server'
import { type NewPlant, newPlantSchema } from 'plant-store-client'
import { expect, expectTypeOf, test } from 'vitest'

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

test('what is no plant is a bad request that names the field', async () => {
  const thrown = await caller.addPlant({ id: 1 } as NewPlant).catch((error: unknown) => error)
  if (!(thrown instanceof TRPCError)) throw thrown
  expect(thrown.code).toBe('BAD_REQUEST')
  expect(thrown.cause).toMatchObject({ issues: [{ path: ['name'] }] })
})
