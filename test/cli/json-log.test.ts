// The log as lines of JSON.
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { change } from '../harness/addition.ts'
import { Bin } from '../harness/command-line.ts'
import { post as send } from './post.ts'

const post = (...given: Parameters<typeof send>) => send(...given).catch(() => undefined) // a session that ends leaves no response

/** The first lines of the log of what is sent to a new mock: first the address. */
async function logOf(
  count: number,
  flags: string[],
  run: (url: string) => Promise<unknown>,
): Promise<string[]> {
  await using bin = new Bin(['--port', '0', '--json', ...flags])
  const url = await bin.url()
  await run(url)
  const [first, ...lines] = await bin.lines(count + 1)
  expect(first).toBe(JSON.stringify({ listening: url }))
  return lines
}

const parse = (lines: string[]) => lines.map(line => JSON.parse(line))

test('With --json, the first line is the address, and each request adds one, with number, time, method, url, headers, size, text, body, status, response and duration, ids exact, no token', async () => {
  let journal = ''
  const lines = await logOf(4, [], async url => {
    await post(url, '{"id":9223372036854775807,"name":"a"}')
    await post(url, '{\n\t"id": 9007199254740992, "name": "a", "colour": "green"\n}')
    await post(url, '{"id":1}')
    await post(url, `{"id":${'9'.repeat(400)},"name":"a"}`)
    journal = await (await fetch(`${url}/__mock/requests`)).text()
  })
  const [exact, rounded, refused, long] = parse(lines)
  expect(Object.keys(exact)).toEqual(
    'number time method url headers size text body status response duration'.split(' '),
  )
  expect(exact).toMatchObject({ number: 1, method: 'POST', status: successStatus })
  expect(lines[0]).toContain('"body":{"id":9223372036854775807,"name":"a"}')
  expect(rounded).toMatchObject({ number: 2, ignored: ['colour'], idMayBeRounded: true })
  expect(refused).toMatchObject({ status: 400, reason: 'Not a plant: /name is required' })
  expect(long).toMatchObject({ status: 400, reason: expect.stringContaining('/id must be') })
  expect(journal).toContain(`"time":"${exact.time}"`)
  expect(lines.join()).not.toContain('secret')
})

test('What is refused before the session is known is in the log, without a number; a request of a session has its name, and an ended one is told', async () => {
  const lines = await logOf(7, ['--max-sessions', '1'], async url => {
    await post(url)
    await post(`${url}/~a`)
    await post(`${url}/~b`)
    await fetch(`${url}/~b/__mock/changes`) // so that b is not ended
    await post(`${url}/~b c`)
    await post(`${url}/~c`)
    await fetch(`${url}/~c/favicon.ico`)
  })
  const [ofDefault, ofA, end, ofB, ...refused] = parse(lines)
  expect(ofDefault).not.toHaveProperty('session')
  expect([ofA, end, ofB]).toMatchObject([
    { number: 1, session: 'a' },
    { sessionEnded: 'a' },
    { number: 1, session: 'b' },
  ])
  expect(refused).toMatchObject([
    { method: 'POST', status: 400, reason: expect.stringContaining('not the name of a session') },
    { status: 503, session: 'c', duration: 0, headers: { authorization: 'Bearer [redacted]' } },
    { status: 404, session: 'c', response: { body: { error: 404 } } },
  ])
  for (const line of refused) expect(line).not.toHaveProperty('number')
})

test('A held request is there when it arrives; if its session is ended, with a reason and no status', async () => {
  const lines = await logOf(2, [], async url => {
    const held = await fetch(`${url}/~a/__mock/holds`, change('POST'))
    const { id } = (await held.json()) as { id: string }
    const posted = post(`${url}/~a`)
    await fetch(`${url}/~a/__mock/holds/${id}`) // answered once the request is held
    await fetch(`${url}/__mock/sessions/a`, change('DELETE'))
    await posted
  })
  const [arrived, ended] = parse(lines)
  expect(arrived).toMatchObject({ waiting: { number: 1, inFlight: 'held', session: 'a' } })
  expect(ended).toMatchObject({ session: 'a', reason: 'The session a was ended' })
  expect(ended).not.toHaveProperty('status')
})
