import { setupServer } from 'msw/node'
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { importPlants } from './import-plants.ts'

const store = createMockStore({ accessTokens: ['let-me-in'], duplicateIds: 'reject' })
const server = setupServer(...createHandlers(store))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => store.reset())
afterAll(() => server.close())

const baseUrl = 'https://plants.example.com/v1'
const client = new PlantStoreClient({ baseUrl, accessToken: 'let-me-in' })

test('plants are imported, by the msw handlers: every line becomes a plant, its id exact', async () => {
  const report = await importPlants(client, '1,Monstera,tropical\n9007199254740993,Hoya\n')

  expect(report.added).toEqual(['1,Monstera,tropical', '9007199254740993,Hoya'])
  expect(store.plants).toEqual([
    { id: 1, name: 'Monstera', tag: 'tropical' },
    { id: 9007199254740993n, name: 'Hoya' },
  ])
})

test('an answer that is lost on its way leaves it unclear whether the plant was added', async () => {
  store.failNext('cut-short')
  const { added, notAdded, unclear } = await importPlants(client, '1,Monstera\n2,Hoya')

  expect(unclear).toEqual([
    { line: '1,Monstera', why: expect.stringContaining('could not be read') },
  ])
  expect(added).toEqual(['2,Hoya'])
  expect(notAdded).toEqual([])
})

test('store.requests checks what was sent: one request for each plant, none for a line that is not a plant', async () => {
  await importPlants(client, '1,Monstera\nMonstera,1\n\n')

  expect(store.requests).toHaveLength(1)
  expect(store.requests[0]).toMatchObject({
    method: 'POST',
    url: `${baseUrl}/plants`,
    headers: { authorization: 'Bearer [redacted]' },
    body: { id: 1, name: 'Monstera' },
    status: 200,
  })
})

test('a plant that the store refuses is reported with its reason; the others are added', async () => {
  const { added, notAdded } = await importPlants(client, '1,Monstera\n1,Hoya\n2,Aloe')

  expect(added).toEqual(['1,Monstera', '2,Aloe'])
  expect(notAdded).toEqual([{ line: '1,Hoya', why: expect.stringContaining('already exists') }])
})

test('a store that is closed for the moment has certainly added nothing', async () => {
  store.failNext({ status: 503, headers: { 'retry-after': '90' } }) // its word that it did nothing
  const { notAdded, unclear } = await importPlants(client, '1,Monstera')

  expect(notAdded).toEqual([{ line: '1,Monstera', why: expect.stringContaining('503') }])
  expect(unclear).toEqual([])
  expect(store.plants).toEqual([])
})

test('with a token that is not accepted, nothing is added', async () => {
  const stranger = new PlantStoreClient({ baseUrl, accessToken: 'let-me-in-too' })
  const { notAdded } = await importPlants(stranger, '1,Monstera')

  expect(notAdded).toEqual([{ line: '1,Monstera', why: expect.stringContaining('401') }])
  expect(store.requests[0]?.reason).toContain('token')
  expect(store.plants).toEqual([])
})
