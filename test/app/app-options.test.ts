// The options of the app.
import { createMockApp, createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'

const wrong: [object, string][] = [
  [{ maxSessions: 0 }, 'maxSessions must be an integer, 1 or more'],
  [{ maxSessions: 1.5 }, 'maxSessions must be an integer, 1 or more'],
  [{ basePath: 'v1' }, 'basePath must be a path that begins with a slash, such as /v1'],
  [{ basePath: 1 }, 'basePath must be a path that begins with a slash, such as /v1'],
  [{ basePath: null }, 'basePath must be a path that begins with a slash, such as /v1'],
  [{ basePath: '/~a/v1' }, 'basePath must be a path that begins with a slash, such as /v1'],
  ...['/a/../b', '/%2e%2E', '/a b', '/\\v1', '/v1?a', '/{v}', '/ü', '/v\n1'].map(
    (basePath): [object, string] => [{ basePath }, 'written as URLs are: no . and .. segments'],
  ),
  [{ basePath: '/__mock/v1' }, 'basePath must be outside /__mock, unless the control API is off'],
  [{ allowedHosts: 'a.test' }, 'allowedHosts must be an array of names'],
  [{ control: 1, latency: -1 }, 'control must be true or false; latency must be a number'],
  [
    { store: createMockStore(), latency: 1 },
    'latency belongs to the store: pass it to createMockStore instead',
  ],
]

test.each(wrong)('a wrong option throws a TypeError: %j', async (options, message) => {
  expect(() => createMockApp(options)).toThrow(TypeError)
  expect(() => createMockApp(options)).toThrow(message)
  await expect(startMockServer({ ...options, port: 0 })).rejects.toThrow(message)
})

test.each(['/v1', '/v1/', '//v1', '/%76', '/a.b/..c', "/a'b|c@d:e"])(
  'a service under the basePath %s answers whoever asks for it there',
  async basePath => {
    await using server = await startMockServer({ basePath, port: 0 })
    const { status } = await fetch(`${server.url}/plants`, { method: 'POST' })
    expect(status).toBe(401)
  },
)

test('basePath, an option of apps and servers, is where the service is, and the control API is there too', async () => {
  const app = createMockApp({ basePath: '/v1/' })
  for (const [path, status] of [
    ['/v1/plants', 405],
    ['/plants', 404],
    ['/__mock/health', 200],
    ['/v1/__mock/health', 200],
    ['/~a/v1/__mock/health', 200],
    ['/v2/__mock/health', 404],
  ] as const)
    expect((await app.fetch(`https://a.test${path}`)).status, path).toBe(status)
})
