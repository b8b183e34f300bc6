// createHandlers: which addresses its handlers answer.
import { getResponse } from 'msw'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { addition } from '../harness/addition.ts'

test.each([
  ['https://plants.example.com:443/v1', 'https://plants.example.com/v1'],
  ['https://plants.example.com/x/../v1', 'https://plants.example.com/v1'],
  ['HTTPS://PLANTS.example.com/v1/', 'https://plants.example.com/v1'],
  [new URL('https://plants.example.com/v1'), 'https://plants.example.com:443/v1'],
  ['*', 'https://plants.example.com/v1'],
  ['https://*.example.com/v1', 'https://plants.example.com/v1'],
])('a handler for %s answers at %s', async (baseUrl, address) => {
  const store = createMockStore()
  const request = new Request(`${address}/plants`, addition())
  const response = await getResponse(createHandlers(store, { baseUrl }), request)
  expect(response?.status).toBe(successStatus)
  expect(store.plants).toHaveLength(1)
})
