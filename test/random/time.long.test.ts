// Nothing that a caller or a service sends, and no reading of what was left, holds the mock up: `npm run test:all -- time`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { HEADERS } from '../harness/addition.ts'
import { startUpstream } from '../harness/upstream.ts'

/** Milliseconds of one turn of the event loop. */
const MAX_BLOCK = 100

/** Measures the main thread's own time in each turn of the loop: other processes on the machine do not count. */
const SCRIPT = `
  import { startMockServer } from 'plant-store-client/mock/server'
  const forward = process.env.FORWARD
  const plants = Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'plant ' + id }))
  const { port } = await startMockServer({ port: 0, maxRequests: 10_000, ...(forward ? { forward } : { plants }) })
  let longest = 0
  const now = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1_000 }
  let before = now()
  const turn = () => {
    const after = now()
    longest = Math.max(longest, after - before)
    before = after
    setImmediate(turn)
  }
  turn()
  process.on('message', text => {
    const start = now()
    if (text) JSON.parse(text)
    process.send(text ? now() - start : longest)
    longest = 0
  })
  process.send(port)`

/** A mock in a process of its own. */
async function startWatched(forward = '') {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, FORWARD: forward },
  })
  const [port] = await once(child, 'message')
  const url = `http://127.0.0.1:${port}`
  const blocks: Record<string, number> = {}
  const tooLong: Record<string, { ms: number; limit: number }> = {}
  const ask = async (text = '') => {
    child.send(text)
    const [ms] = await once(child, 'message')
    return ms
  }
  /** Runs an attack, and notes the longest turn of the loop. For `json` it may be twice the time of `JSON.parse`. */
  const watch = async (name: string, attack: () => Promise<unknown>, json?: string) => {
    const limit = Math.max(MAX_BLOCK, json === undefined ? 0 : 2 * (await ask(json)))
    await ask()
    await attack()
    const ms = await ask()
    blocks[name] = Math.max(blocks[name] ?? 0, Math.round(ms))
    if (ms > limit) tooLong[name] = { ms, limit }
  }
  return {
    url,
    watch,
    blocks,
    tooLong,
    [Symbol.dispose]: () => void child.kill(),
    async read(path: string): Promise<void> {
      await (await fetch(`${url}${path}`)).arrayBuffer()
    },
    async post(body: string | Uint8Array<ArrayBuffer>, headers: object = {}, path = '/plants') {
      const init = { method: 'POST', body, headers: { ...HEADERS, ...headers } }
      await fetch(`${url}${path}`, init).then(
        response => response.arrayBuffer(),
        () => {},
      )
    },
  }
}

const MIB = 2 ** 20

/** Of the longest response that is judged. */
const MAX_JUDGED = MIB / 4

const fill = (bytes: number, unit: string, start = '', end = '') =>
  start +
  unit.repeat(Math.floor((bytes - start.length - end.length) / Buffer.byteLength(unit))) +
  end

const bodiesOf = (bytes: number): Record<string, string> => ({
  fractions: fill(bytes, '1.5,', '{"id":1,"name":"a","x":[', '0]}'),
  'integers of 15 digits': fill(bytes, '123456789012345,', '[', '0]'),
  'integers beyond doubles': fill(bytes, '9007199254740993,', '[', '0]'),
  exponents: fill(bytes, '1e399,', '[', '0]'),
  'integers beyond 2^64 as exponents': fill(bytes, '1.1e39,', '[', '0]'),
  zeros: fill(bytes, '-0,', '[', '0]'),
  'short exponents': fill(bytes, '1e1,', '[', '0]'),
  'fractions near integers': fill(bytes, '4503599627370497.5,', '[', '0]'),
  'one number': fill(bytes, '1', '{"id":', '}'),
  'one fraction': fill(bytes, '1', '{"id":0.', '}'),
  nesting: fill(bytes, '['),
  objects: fill(bytes, '{"a":1},', '[', '0]'),
  'line breaks': fill(bytes, '\\n', '{"id":1,"name":"', '"}'),
  'escaped letters': fill(bytes, '\\u0061', '{"id":1,"name":"', '"}'),
  'strings beside a fraction': fill(bytes, '"",', '{"id":1,"name":"a","x":[0.5,', '0]}'),
  backslashes: fill(bytes, '\\', '"', ''),
  quotes: fill(bytes, '"'),
  'a string without an end': fill(bytes, 'a', '"', ''),
  spaces: fill(bytes, ' '),
  'plus signs': fill(bytes, '+'),
  percents: fill(bytes, '25', '%'),
  'percents with 25': fill(bytes, '%25'),
  references: fill(bytes, '&#43;'),
  'references by name': fill(bytes, '&lowbar;'),
  'escaped slashes': fill(bytes, '\\\\\\/'),
  'escapes of any kind': fill(bytes, '\\u002d%2d&#45;&period;'),
  'runs of backslashes': fill(bytes, `+${'\\'.repeat(500)}`),
  digits: fill(bytes, '0', '&#'),
  'names beside a number with an exponent': `{"id":1e0,"x":[${Array.from({ length: bytes / 16 }, (_, id) => `{"k${id}":{}}`).join()}]}`,
  fields: `{"id":1,"name":"a",${Array.from({ length: bytes / 13 }, (_, id) => `"f${id}":1`).join()}}`,
  wide: fill(bytes, '\u{1f335}', '{"id":1,"name":"', '"}'),
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const TOKENS = [
  '+'.repeat(16),
  `${'+'.repeat(15)}a${'x'.repeat(4_000)}`,
  '%25'.repeat(1_000),
  '\\+'.repeat(1_000),
  '&'.repeat(500),
  `${'/'.repeat(15)}b`,
  '550e8400-e29b-41d4-a716-446655440000',
  `sk-proj-${'a_B-'.repeat(30)}`,
  `eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(4_000)}`,
]

const WORDS = { authorization: Array.from({ length: 560 }, (_, id) => `word${id}-word`).join(' ') }
const MANY_HEADERS = Object.fromEntries(
  Array.from({ length: 180 }, (_, id) => [`x-${id}`, 'a=b&c=d']),
)

test('nothing holds the mock up: a body of 1 MiB keeps it busy for 0.1 s at most, and so does a long list, between whose parts others are answered', async () => {
  using mock = await startWatched()
  const { watch, post, read, url } = mock
  const readAll = async (name: string) => {
    await watch(`${name}: GET requests?last=1`, () => read('/__mock/requests?last=1'))
    await watch(`${name}: GET requests`, () => read('/__mock/requests'))
    await watch(`${name}: GET requests.har`, () => read('/__mock/requests.har'))
    await watch(`${name}: GET changes`, () => read('/__mock/changes'))
    await watch(`${name}: GET health`, () => read('/__mock/health'))
  }
  await watch('GET plants', () => read('/__mock/plants'))
  await watch('GET plants?last=1', () => read('/__mock/plants?last=1'))
  for (const [name, body] of Object.entries(bodiesOf(MIB)))
    await watch(name, () => post(body), isJson(body) ? body : undefined)
  for (const name of ['fractions', 'nesting', 'line breaks', 'objects'])
    await watch(`100 at once: ${name}`, () =>
      Promise.all(Array.from({ length: 100 }, () => post(bodiesOf(MIB)[name] ?? ''))),
    )
  await watch('bytes that are not UTF-8', () => post(new Uint8Array(MIB).fill(0x61).fill(0xff, -1)))
  await watch('words and headers', async () => {
    for (let count = 0; count < 400; count++) await post('{}', { ...WORDS, ...MANY_HEADERS })
  })
  await readAll('words and headers')
  await watch('long addresses', async () => {
    for (let count = 0; count < 400; count++)
      await post('{}', {}, `/plants?${'%61&=&'.repeat(2_400)}`)
  })
  await readAll('long addresses')
  await watch('sessions', async () => {
    for (let count = 0; count < 1_100; count++) await post('{}', {}, `/~s${count}/plants`)
  })
  await watch('GET sessions', () => read('/__mock/sessions'))
  await watch('large entries', async () => {
    for (let count = 0; count < 2_000; count++)
      await post(`{"id":1,"name":"a","x":[${'1.5,'.repeat(4_080)}0]}`)
  })
  await readAll('large entries')
  await watch('small entries', async () => {
    for (let count = 0; count < 10_000; count++) await post('{"id":1,"name":"a"}')
  })
  await readAll('small entries')
  const settings = { method: 'PUT', headers: HEADERS, body: '{"latency":600000}' }
  await read('/__mock/health')
  await fetch(`${url}/__mock/settings`, settings)
  for (let count = 0; count < 500; count++)
    void post(`{"id":1,"name":"a","x":[${'1.5,'.repeat(4_080)}0]}`)
  await new Promise(resolve => setTimeout(resolve, 3_000))
  await readAll('in flight')
  console.table(mock.blocks)
  expect(mock.tooLong).toEqual({})
})

test('no response of a real service, nor reading it, holds the mock up for over 0.1 s', async () => {
  let answer = { status: 400, body: '' }
  await using service = await startUpstream((_, response) => {
    response.sendDate = false
    const headers = Object.fromEntries(Array.from({ length: 900 }, (_, id) => [`x-${id}`, '+++++']))
    response.writeHead(answer.status, { 'content-type': 'application/json', ...headers })
    response.end(answer.body)
  })
  using mock = await startWatched(service.url)
  for (const [name, body] of Object.entries(bodiesOf(MAX_JUDGED)))
    for (const status of [200, 400])
      for (const token of name in { fractions: 1, nesting: 1 } ? TOKENS.slice(0, 1) : TOKENS) {
        answer = { status, body: status === 400 ? body : body.replace('{"id":1', '{"no":1') }
        const send = () => mock.post('{"id":1,"name":"a"}', { authorization: `Bearer ${token}` })
        await mock.watch(`${name}, ${status}`, send)
      }
  for (const name of ['fractions', 'objects', 'wide'])
    for (const status of [200, 400]) {
      answer = { status, body: bodiesOf(MAX_JUDGED)[name] ?? '' }
      await mock.watch(`100 at once: ${name}, ${status}`, () =>
        Promise.all(Array.from({ length: 100 }, () => mock.post('{"id":1,"name":"a"}'))),
      )
    }
  answer = { status: 200, body: fill(MIB, '1e399,', '[', '0]') }
  await mock.watch('1 MiB, 200', () => mock.post('{"id":1,"name":"a"}'))
  const numbers = (bytes: number) => fill(bytes, '1e22,', '{"id":1,"name":"a","x":[', '0]}')
  for (const status of [200, 400]) {
    answer = {
      status,
      body: numbers(MAX_JUDGED - 5_000).replace('0]', `0],"token":"${TOKENS.at(-1)}"`),
    }
    const headers = { authorization: `Bearer ${TOKENS.at(-1)}` }
    await mock.watch(`numbers beside the token, ${status}`, () => mock.post(numbers(MIB), headers))
  }
  await mock.watch('GET requests', () => mock.read('/__mock/requests'))
  await mock.watch('GET requests.har', () => mock.read('/__mock/requests.har'))
  await mock.watch('GET changes', () => mock.read('/__mock/changes'))
  console.table(mock.blocks)
  expect(mock.tooLong).toEqual({})
})
