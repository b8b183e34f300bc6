// Whoever sends JSON reads of JSON, in whatever language.
import { createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'

test.each([
  ['9007199254740993.5', ''], // not what was sent, but what is left of it: 9007199254740994
  ['-9007199254740993.5', ''],
  ['1e300', ''],
  ['1.5', ', but got the number 1.5'],
  ['"1"', ', but got the string "1": send it without quotes'],
])('an id of %s is told to be an int64', async (id, received) => {
  const response = await createMockStore().fetch('http://localhost/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: `{"id":${id},"name":"Monstera"}`,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    message: `Not a plant: /id must be an int64${received}`,
  })
})
