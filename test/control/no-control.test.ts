// Without the control API nothing shows that there is one.
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { Bin } from '../harness/command-line.ts'

test('--no-control turns console and control API off, without a trace', async () => {
  await using bin = new Bin(['--port', '0', '--no-control'])
  const [line = ''] = await bin.lines(1)
  expect(line).toMatch(/^The Plant Store mock listens on http:\/\/127\.0\.0\.1:\d+$/)
  const base = /http:\S+/.exec(line)?.[0] ?? ''
  const shape = async (path: string) => {
    const response = await fetch(base + path)
    const names = [...response.headers.keys()]
    return [response.status, names, (await response.text()).replaceAll(/__mock|nowhere/g, '*')]
  }
  for (const path of ['', '/health', '/plants', '/requests', '/changes']) {
    const nowhere = await shape(`/nowhere${path}`)
    expect(nowhere[0], path).toBe(404)
    expect(await shape(`/__mock${path}`), path).toEqual(nowhere)
  }
})

test('consoleUrl is the console, or undefined', async () => {
  await using server = await startMockServer({ port: 0, basePath: '/v1' })
  expect(server.consoleUrl).toBe(`http://127.0.0.1:${server.port}/__mock`)
  await using quiet = await startMockServer({ port: 0, control: false, basePath: '/__mock' })
  expect(quiet.consoleUrl).toBeUndefined()
})
