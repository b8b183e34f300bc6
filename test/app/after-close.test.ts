// What an app answers after close(), and after a framework has read the body.
import { createMockApp } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { addition, plant, refusalOf } from '../harness/addition.ts'

const url = 'https://plants.example.com'

test('after close() of an app a request is answered all the same: the default session has its plants, a named one is new', async () => {
  const app = createMockApp()
  for (const path of ['/plants', '/~a/plants']) await app.fetch(url + path, addition())
  app.close()
  expect(app.sessions).toEqual([])
  for (const path of ['/plants', '/~a/plants'])
    expect((await app.fetch(url + path, addition(plant(2)))).status).toBe(successStatus)
  expect(app.store.plants).toHaveLength(2)
  expect(app.session('a').plants).toHaveLength(1)
})

test('a body that a framework has read before, such as express.json(), is told', async () => {
  const { body: _, ...init } = addition()
  const headers = { ...init.headers, 'content-length': String(plant().length) }
  expect(await refusalOf(createMockApp().fetch(`${url}/plants`, { ...init, headers }))).toEqual([
    400,
    'The body is empty, but Content-Length is not 0: something has read it before the mock, such as express.json()',
  ])
})
