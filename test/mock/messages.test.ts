// Whoever sends JSON reads of JSON, in whatever language.
import { createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'

const INT64 = 'must be an integer within int64 (-9223372036854775808 to 9223372036854775807)'

test.each([
  ['9007199254740993.5', INT64], // not what was sent, but what is left of it: 9007199254740994
  ['-9007199254740993.5', INT64],
  ['1e300', INT64],
  ['1.5', 'must be an integer, but got the number 1.5'],
  ['"1"', 'must be an integer, but got the string "1": send it without quotes'],
])('an id of %s: %s', async (id, words) => {
  const response = await createMockStore().fetch('http://localhost/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: `{"id":${id},"name":"Monstera"}`,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    message: `Not a plant: /id ${words}`,
  })
})

test.each([
  ['9007199254740993', '9007199254740993'],
  ['1e3', '1000'],
])('an id of %s that is there already is told as an integer', async (id, written) => {
  const plants = [9007199254740993n, 1_000].map(id => ({ id, name: 'Hoya' }))
  const store = createMockStore({ plants, duplicateIds: 'reject' })
  const response = await store.fetch('http://localhost/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: `{"id":${id},"name":"Monstera"}`,
  })
  const message = `A plant with the id ${written} already exists`
  expect([response.status, await response.json()]).toEqual([400, { error: 400, message }])
})
