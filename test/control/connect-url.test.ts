// connectMockServer: which URLs it accepts, and what it says about others.
import { request as httpRequest } from 'node:http'
import { runInNewContext } from 'node:vm'
import { connectMockServer } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { listen } from '../harness/listen.ts'

test('connectMockServer(url, { session: name }) has the store of that session; a URL is text or an object, also of another realm', async () => {
  await using server = await startMockServer({ port: 0, basePath: '/v1' })
  server.session('a').addPlants([{ id: 1, name: 'Hoya' }])
  const { origin } = new URL(server.url)
  const url = runInNewContext('new URL(address)', { URL, address: `${origin}/~a/v1` })
  for (const connection of [
    connectMockServer(`${origin}/~a/v1/`),
    connectMockServer(new URL(`${origin}/~a`), { session: 'a' }),
    connectMockServer(url),
  ])
    expect(await connection.plants()).toEqual([{ id: 1, name: 'Hoya' }])
  expect(await connectMockServer(server.url).plants()).toEqual([])
})

test('the prefix of a proxy is kept, in front of the base path', async () => {
  await using mock = await startMockServer({ port: 0, basePath: '/v1' })
  mock.session('a').addPlants([{ id: 1, name: 'Hoya' }])
  await using proxy = await listen((request, response) => {
    const path = request.url?.startsWith('/mock/') ? request.url.slice('/mock'.length) : '/nowhere'
    const { method, headers } = request
    const forwarded = httpRequest({ port: mock.port, path, method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    request.pipe(forwarded)
  })
  const address = `http://127.0.0.1:${proxy.port}/mock`
  const inSession = { session: 'a' }
  for (const connection of [
    connectMockServer(`${address}/v1`, inSession),
    connectMockServer(`${address}/v1/plants`, inSession),
    connectMockServer(`${address}/__mock`, inSession),
    connectMockServer(`${address}/~a/v1/`),
  ])
    expect(await connection.plants()).toEqual([{ id: 1, name: 'Hoya' }])
  await expect(connectMockServer(`http://127.0.0.1:${proxy.port}`).plants()).rejects.toThrow(
    `No mock control API at http://127.0.0.1:${proxy.port}/__mock `,
  )
})

test.each<[string, unknown, RegExp]>([
  ['a scheme that is not http', 'ftp://127.0.0.1', /^url must be an http or https URL/],
  ['no scheme', 'localhost:4010', /^url must be an http or https URL/],
  ['nothing', undefined, /^url must be an http or https URL/],
  ['an object with a wrong href', { href: 'ftp://a' }, /^url must be an http or https URL/],
  ['a query', 'http://127.0.0.1:4010/v1?a=1', /^url must have no query and no fragment$/],
  ['a fragment', 'http://127.0.0.1:4010/#a', /^url must have no query and no fragment$/],
  [
    'credentials that are not encoded',
    'http://me:100%@127.0.0.1:4010',
    /^The credentials in url must be percent-encoded: write %25 for a percent sign$/,
  ],
])('%s as URL is a TypeError', (_case, url, message) => {
  const call = () => connectMockServer(url as string)
  expect(call).toThrow(TypeError)
  expect(call).toThrow(message)
})

test('no message repeats the credentials of a URL', async () => {
  for (const url of ['http://me:secret%@a.test', 'ftp://me:secret@a.test', 'http://me:secret@a b'])
    expect(() => connectMockServer(url), url).not.toThrow(/secret/)
  const nothing = connectMockServer('http://me:secret@127.0.0.1:1/~a').plants()
  await expect(nothing).rejects.toThrow('No response from a mock server at http://127.0.0.1:1: ')
})

test.each([
  ['', undefined],
  ['me@', 'me:'],
  [':secret@', ':secret'],
  ['m%C3%A9:a%3Ab@', 'mé:a:b'],
])('the credentials of http://%sHOST are sent, if there are any', async (prefix, credentials) => {
  let sent: string | undefined
  await using gateway = await listen((request, response) => {
    sent = request.headers.authorization
    response.writeHead(200, { 'x-mock-server': 'plant-store' }).end('[]')
  })
  await connectMockServer(`http://${prefix}127.0.0.1:${gateway.port}`).plants()
  const basic = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  expect(sent).toBe(basic)
})
