// The root of a server, where the service has nothing.
import { describe, expect, test } from 'vitest'
import { errorMessage } from '../../generated/contract.ts'
import { refusalOf } from '../harness/addition.ts'
import { transports } from './transports.ts'

/** Where a redirect leads from a path, also from one that a proxy has shortened. */
const target = (response: Response, path: string) =>
  new URL(response.headers.get('location') ?? '', `http://a.test${path}`).pathname

describe.each(Object.entries(transports))('%s', (_, start) => {
  // wait-on and start-server-and-test wait for a 2xx.
  test.each(['GET', 'HEAD'])(
    '%s / leads to the console, as wait-on needs, and tells where everything is',
    async method => {
      await using app = await start({ basePath: '/v1' })
      for (const [path = '', prefix] of [
        ['/', ''],
        ['/~a-test/', '/~a-test'],
        ['/~a-test', '/~a-test'],
      ]) {
        const root = await app.fetch(app.origin + path, { method, redirect: 'manual' })
        const base = app.origin + prefix
        const message = `There is nothing at /: send POST to ${base}/v1/plants; the console is at ${base}/__mock, the description at ${base}/__mock/openapi.yaml`
        expect([root.status, target(root, path)]).toEqual([302, `${prefix}/__mock`])
        expect(target(root, `/stripped${path}`)).toBe(`/stripped${prefix}/__mock`)
        if (method === 'GET') expect(await refusalOf(root)).toEqual([302, message])
        expect((await app.fetch(`${base}/__mock`, { method })).status).toBe(200)
      }
    },
  )

  // Whoever has the base address in hand appends to it.
  test.each(['', '/~a-test'])(
    'Under the base path, %s/v1/__mock leads to the console as the root does',
    async prefix => {
      await using app = await start({ basePath: '/v1' })
      const url = `${app.origin}${prefix}/v1/__mock`
      const page = await app.fetch(url, { redirect: 'manual' })
      const path = `${prefix}/v1/__mock`
      expect([page.status, target(page, path)]).toEqual([302, `${prefix}/__mock`])
      expect(target(page, `/stripped${path}`)).toBe(`/stripped${prefix}/__mock`)
      expect(errorMessage(await page.json())).toContain(
        'There is nothing at /v1/__mock: send POST to ',
      )
      const posted = await app.fetch(url, { method: 'POST' })
      expect(posted.status).toBe(404)
      const other = await app.fetch(`${app.origin}${prefix}/v2/__mock`, { redirect: 'manual' })
      expect(other.status).toBe(404)
    },
  )

  test('control: false turns console and control API off: the root is the service alone', async () => {
    await using app = await start({ control: false })
    const headers = { accept: 'text/html' }
    const root = await app.fetch(`${app.origin}/`, { headers, redirect: 'manual' })
    expect(root.status).toBe(404)
    expect(errorMessage(await root.json())).not.toContain('__mock')
    const page = await app.fetch(`${app.origin}/__mock`, { headers, redirect: 'manual' })
    expect(page.status).toBe(404)
  })
})
