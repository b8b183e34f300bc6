// What an app answers after a framework has read the body.
import { createMockApp } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { addition, plant, refusalOf } from '../harness/addition.ts'

const url = 'https://plants.example.com'

test('a body that a framework has read before, such as express.json(), is told', async () => {
  const { body: _, ...init } = addition()
  const headers = { ...init.headers, 'content-length': String(plant().length) }
  expect(await refusalOf(createMockApp().fetch(`${url}/plants`, { ...init, headers }))).toEqual([
    400,
    'The body is empty, but Content-Length is not 0: something has read it before the mock, such as express.json()',
  ])
})
