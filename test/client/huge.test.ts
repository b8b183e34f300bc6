import { expect, test } from 'vitest'
import { clientOf, endlessBody, monstera } from './stub-fetch.ts'

const megabyte = 'a'.repeat(2 ** 20)

test.each([
  [200, '<!doctype html>'],
  [200, '{"name":"'],
  [502, '<!doctype html>'],
  [500, '{"error":1,"message":"'],
])(
  '%s with an endless body, %s…: its start is shown, the rest cancelled',
  async (status, start) => {
    const { body, cancelled, pulled } = endlessBody(start, megabyte)
    const { client } = clientOf(() => new Response(body, { status }))
    const { error } = await client.addPlant(monstera)
    if (error?.kind !== 'unexpected-response') throw error
    expect(error.body).toHaveLength(4096)
    expect(error.body.startsWith(start)).toBe(true)
    expect(error.message.length).toBeLessThan(300)
    await cancelled
    expect(pulled()).toBeLessThan(30)
  },
)

test('a plant with a name of 3 MB is a plant', async () => {
  const name = megabyte.repeat(3)
  const { client, sent } = clientOf(Response.json({ name }))
  const { data } = await client.addPlant({ id: 2n ** 60n, name })
  expect(data?.name).toHaveLength(name.length)
  expect(String(sent[0]?.init.body)).toHaveLength(name.length + '{"id":,"name":""}'.length + 19)
})
