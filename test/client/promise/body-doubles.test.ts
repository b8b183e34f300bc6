// Bodies that have a method `on` and are no streams of Node. The client listens to those of node-fetch.
import { EventEmitter } from 'node:events'
import { PlantStoreClient } from 'plant-store-client'
import { expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

const text = async () => '{"name":"Monstera"}'

const addWith = (body: unknown) =>
  new PlantStoreClient({
    baseUrl: 'https://plants.example.com',
    accessToken: 'token',
    fetch: async () => ({ status: 200, text, body }) as unknown as Response,
  }).addPlant({ id: 1, name: 'Monstera' })

test('a body that is another at each look, and calls listeners at once', async () => {
  const ended = await runProgram(`
    import { PlantStoreClient } from 'plant-store-client'
    const client = new PlantStoreClient({
      baseUrl: 'https://plants.example.com',
      accessToken: 'token',
      fetch: async () => ({
        status: 200,
        text: async () => '{"name":"Monstera"}',
        get body() {
          return { on: (_, listener) => listener() }
        },
      }),
    })
    const { ok } = await client.addPlant({ id: 1, name: 'Monstera' })
    console.log(ok)`)
  expect(ended).toEqual({ code: 0, stderr: '', stdout: 'true' })
})

test('a body whose on rejects', async () => {
  const body = { on: () => Promise.reject(new Error('no listeners')) }
  expect(await addWith(body)).toMatchObject({ ok: true })
})

test('a body whose on throws', async () => {
  const body = {
    on() {
      throw new Error('no listeners')
    },
  }
  expect(await addWith(body)).toMatchObject({ ok: true })
})

test('a body that many responses share has the listeners of one', async () => {
  const body = new EventEmitter()
  for (let call = 0; call < 12; call++) expect(await addWith(body)).toMatchObject({ ok: true })
  expect(body.listenerCount('error')).toBe(1)
})
