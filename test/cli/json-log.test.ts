// The log as lines of JSON.
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../harness/command-line.ts'
import { post as send } from './post.ts'

const post = (...given: Parameters<typeof send>) => send(...given).catch(() => undefined) // a session that ends leaves no response

/** The lines after the first one. */
const entries = async (bin: Bin, count: number) => (await bin.lines(count + 1)).slice(1)

test('The first line has the address', async () => {
  const bin = new Bin(['--port', '0', '--json'])
  const url = await bin.url()
  expect(await bin.lines(1)).toEqual([JSON.stringify({ listening: url })])
  await bin.stop()
})

test('Each request is a line with the properties of MockRequest, ids exact, no token', async () => {
  const bin = new Bin(['--port', '0', '--json'])
  const url = await bin.url()
  await post(url, '{"id":9223372036854775807,"name":"a"}')
  await post(url, '{\n\t"id": 9007199254740992, "name": "a", "colour": "green"\n}')
  await post(url, '{"id":1}')
  const lines = await entries(bin, 3)
  const journal = await (await fetch(`${url}/__mock/requests`)).text()
  await bin.stop()
  const [exact, rounded, refused] = lines.map(line => JSON.parse(line))
  expect(Object.keys(exact)).toEqual(
    'number time method url headers size text body status response duration'.split(' '),
  )
  expect(exact).toMatchObject({ number: 1, method: 'POST', status: successStatus })
  expect(lines[0]).toContain('"body":{"id":9223372036854775807,"name":"a"}')
  expect(rounded).toMatchObject({ number: 2, ignored: ['colour'], idMayBeRounded: true })
  expect(refused).toMatchObject({ status: 400, reason: 'Not a plant: /name is required' })
  expect(journal).toContain(`"time":"${exact.time}"`)
  expect(lines.join()).not.toContain('secret')
})

test('A request that used a scheduled failure has its id', async () => {
  const bin = new Bin(['--port', '0', '--json'])
  const url = await bin.url()
  const headers = { 'content-type': 'application/json' }
  const body = '{"failure":{"status":503}}'
  const scheduled = await fetch(`${url}/__mock/failures`, { method: 'POST', headers, body })
  const { id } = (await scheduled.json()) as { id: string }
  await post(url)
  const [line = ''] = await entries(bin, 1)
  await bin.stop()
  expect(JSON.parse(line)).toMatchObject({ status: 503, failureId: id })
})

test('A request in a session is named, and so is a session that is ended', async () => {
  const bin = new Bin(['--port', '0', '--json', '--max-sessions', '1'])
  const url = await bin.url()
  await post(url)
  for (const session of ['a', 'b']) await post(url, undefined, { 'x-mock-session': session })
  const lines = (await entries(bin, 4)).map(line => JSON.parse(line))
  expect(lines[0]).not.toHaveProperty('session')
  expect(lines.slice(1)).toMatchObject([
    { number: 1, session: 'a' },
    { sessionEnded: 'a' },
    { number: 1, session: 'b' },
  ])
  await bin.stop()
})

test('A request that no session answers has no number', async () => {
  const bin = new Bin(['--port', '0', '--json', '--max-sessions', '1'])
  const url = await bin.url()
  await post(`${url}/~a`)
  await fetch(`${url}/~a/__mock/changes`) // so that a is not ended
  await post(`${url}/~a b`)
  await post(`${url}/~b`)
  await fetch(`${url}/~b/favicon.ico`)
  const lines = (await entries(bin, 4)).slice(1).map(line => JSON.parse(line))
  await bin.stop()
  expect(lines).toMatchObject([
    { method: 'POST', status: 400, reason: expect.stringContaining('not the name of a session') },
    { status: 503, session: 'b', duration: 0, headers: { authorization: 'Bearer [redacted]' } },
    { status: 404, session: 'b', response: { body: { error: 404 } } },
  ])
  for (const line of lines) expect(line).not.toHaveProperty('number')
})

test('A held request is there when it arrives; if its session is ended, with a reason and no status', async () => {
  const bin = new Bin(['--port', '0', '--json'])
  const url = await bin.url()
  const headers = { 'content-type': 'application/json' }
  const held = await fetch(`${url}/~a/__mock/holds`, { method: 'POST', headers, body: '{}' })
  const { id } = (await held.json()) as { id: string }
  const posted = post(`${url}/~a`)
  await fetch(`${url}/~a/__mock/holds/${id}`) // answered once the request is held
  await fetch(`${url}/__mock/sessions/a`, { method: 'DELETE', headers })
  await posted
  const [arrived = '', line = ''] = await entries(bin, 2)
  await bin.stop()
  expect(JSON.parse(arrived)).toMatchObject({
    waiting: { number: 1, inFlight: 'held', session: 'a' },
  })
  expect(JSON.parse(line)).toMatchObject({ session: 'a', reason: 'The session a was ended' })
  expect(JSON.parse(line)).not.toHaveProperty('status')
})
