// Who may use a mock that forwards, its options and its command.
import { connectMockServer, createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { addition, plant } from '../../harness/addition.ts'
import { Bin } from '../../harness/command-line.ts'
import { rawPost, rawRequest } from '../../harness/raw-request.ts'
import { startUpstream } from '../../harness/upstream.ts'
import { answering, front, post } from './front.ts'

describe('Host and Origin are checked, so that no website reads an intranet through the mock:', () => {
  test.each([
    [
      'a page of another site',
      'Host: localhost\r\nOrigin: https://evil.example',
      'https://evil.example may not use a mock that forwards',
    ],
    [
      'a name that was rebound',
      'Host: evil.example',
      'evil.example is not a name of this mock: a mock that forwards answers under localhost',
    ],
    [
      'an image of another site',
      'Host: localhost\r\nSec-Fetch-Site: cross-site',
      'A page of another origin sent this request',
    ],
  ])('%s is refused', async (_name, headers, message) => {
    await using service = await startUpstream()
    await using server = await front(service.url)
    const { text } = await rawRequest(
      server.port,
      `POST /plants HTTP/1.1\r\n${headers}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(text).toMatch(/^HTTP\/1.1 403 /)
    expect(text).toContain(message)
    expect(service.received).toEqual([])
  })

  test('allowedHosts lets more names in, and their pages', async () => {
    await using service = await startUpstream()
    await using server = await front(service.url, { allowedHosts: ['mock'] })
    const request = rawPost(plant(), ['Origin: http://mock:3000', 'Connection: close'])
    const { text } = await rawRequest(server.port, request.replace('localhost', 'mock:80'))
    expect(text).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('options', () => {
  const forward = 'https://plants.example.com/v1'
  const NO_EFFECT = 'has no effect on a real service'

  test.each([
    [{ accessTokens: ['a'] }, `accessTokens ${NO_EFFECT}, which checks tokens itself`],
    [{ duplicateIds: 'reject' }, `duplicateIds ${NO_EFFECT}, which decides by itself`],
    [{ unknownFields: 'ignore' }, `unknownFields ${NO_EFFECT}, which decides by itself`],
    [{ plants: [{ id: 1, name: 'a' }] }, `plants ${NO_EFFECT}, which has plants of its own`],
    [{ basePath: '/v1' }, `basePath ${NO_EFFECT}, whose address has the path`],
    [{ store: createMockStore({ accessTokens: ['a'] }) }, `accessTokens ${NO_EFFECT}`],
    [{ forward: 'plants.example.com' }, 'forward must be the base address of a service'],
    [{ forward: 'ftp://a.example' }, 'forward must be'],
    [{ forward: 'https://me:password@a.example' }, 'forward must be'],
    [{ forward: 'https://a.example/?x=1' }, 'forward must be'],
    [{ forward: 'https://a.example/~x/v1' }, 'forward must be'],
    [{ forward: 'https://a.example/__mock' }, 'basePath must be outside /__mock'],
  ])('%o is refused', async (options, message) => {
    await expect(startMockServer({ port: 0, forward, ...(options as object) })).rejects.toThrow(
      message,
    )
  })

  test('seeds and settings that only the service decides are refused, in code and from outside', async () => {
    await using server = await front(forward)
    const message = `has no effect on ${forward}, to which the mock forwards`
    expect(() => server.store.addPlants([{ id: 1, name: 'a' }])).toThrow(`addPlants ${message}`)
    expect(() => server.session('a').updateSettings({ duplicateIds: 'reject' })).toThrow(
      `duplicateIds ${message}`,
    )
    const mock = connectMockServer(server.url)
    await expect(mock.addPlants([{ id: 1, name: 'a' }])).rejects.toThrow(message)
    await expect(mock.updateSettings({ unknownFields: 'reject' })).rejects.toThrow(message)
    await mock.updateSettings({ latency: 1, failureRate: 0, duplicateIds: 'accept' })
  })

  test('an address as a URL, with a slash at its end', async () => {
    await using service = await startUpstream()
    await using server = await front(new URL(`${service.url}/a/b/`))
    expect(server.url.endsWith('/a/b')).toBe(true)
    await post(server)
    expect(service.received.map(({ url }) => url)).toEqual(['/a/b/plants'])
  })
})

describe('the command', () => {
  test('--forward says where to, and that plants that are added are real; the log says what was forwarded', async () => {
    await using service = await answering(200, { name: 'Fern' })
    await using bin = new Bin(['--port', '0', '--forward', `${service.url}/v1`])
    const url = await bin.url()
    const start = await bin.startUp()
    expect(start).toContain(`It forwards to ${service.url}/v1: plants that are added are real.`)
    expect(start).toContain('-H "Authorization: Bearer $PLANT_STORE_TOKEN"')
    expect(url).toMatch(/\/v1$/)
    await fetch(`${url}/plants`, addition(plant(1, ' Fern ')))
    const [line] = await bin.log(1)
    expect(line).toMatch(
      /POST \/v1\/plants 200 \d+ ms {2}#1 {2}id 1 {2}forwarded {2}name came back with other spaces: name is "Fern", not " Fern "$/,
    )
  })

  test('--json', async () => {
    await using service = await startUpstream()
    await using bin = new Bin(['--port', '0', '--json', '--forward', service.url])
    await fetch(`${await bin.url()}/plants`, addition('{"id":1}'))
    const [first = '', line = ''] = await bin.lines(2)
    expect(JSON.parse(first)).toMatchObject({ forward: `${service.url}/` })
    expect(JSON.parse(line)).toMatchObject({
      forwarded: true,
      violations: ['request: Not a plant: /name is required', expect.stringContaining('200')],
    })
  })

  test('flags that have no effect are refused by name', async () => {
    const bin = new Bin(['--forward', 'http://a.example/', '--token', 'a', '--base-path', '/a'])
    expect(await bin.ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        '--base-path has no effect on a real service, whose address has the path; --token has no effect on a real service, which checks tokens itself',
      ),
    })
  })
})
