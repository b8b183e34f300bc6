// A service cannot hang verify, and cannot make it print the token or the value of a header.
import { expect, test } from 'vitest'
import { errorBody } from '../../generated/contract.ts'
import { added, app, checked, refuse } from './field.ts'
import { verifyInProcess } from './in-process.ts'
import { plain, type Reply, serve, TOKEN } from './sample-service.ts'
import { verify } from './verify-bin.ts'

/** The runs end within the time of a test, as they did not with patterns that take the square of a length. */
test.each<[what: string, reply: Reply]>([
  [
    'a page of a million blanks',
    { status: 400, headers: { 'content-type': 'text/html' }, body: `x${' '.repeat(1_000_000)}x` },
  ],
  ['an Error of 40,000 letters', { status: 400, body: errorBody(1, 'a'.repeat(40_000)) }],
  ['an Error of 800,000 backslashes', { status: 500, body: errorBody(1, '\\'.repeat(400_000)) }],
  ['a page of tags that do not end', { status: 500, body: '<title'.repeat(100_000) }],
  ['a name of 400,000 letters', { status: 200, body: { name: 'a\u0301 '.repeat(200_000) } }],
])('%s does not take long', async (_, reply) => {
  const answer = app({
    notJson: () => reply,
    add: checked((plant, seen) => (/"(?:Monstera|Aloe)"/.test(seen.body) ? added(plant) : reply)),
  })
  const { code } = await verifyInProcess(answer, '--plants', '5')
  expect([0, 1]).toContain(code)
})

const SECRET = 'Qv7+s3cret/token=~42'
/** As PHP writes it. */
const encode = (text: string) => JSON.stringify(text).replaceAll('/', '\\/')

const forms: Record<string, string> = {
  'as it is': SECRET,
  'in percent': encodeURIComponent(SECRET),
  'in percent, twice': encodeURIComponent(encodeURIComponent(SECRET)),
  'in percent, three times': encodeURIComponent(encodeURIComponent(encodeURIComponent(SECRET))),
  'by json_encode': encode(SECRET),
  'by json_encode, twice': encode(encode(SECRET)),
  'by json_encode, three times': encode(encode(encode(SECRET))),
  'in references of HTML': SECRET.replace(/\W/g, each => `&#x${each.charCodeAt(0).toString(16)};`),
}

test.each(Object.entries(forms))('The token is not printed that comes back %s', async (_, form) => {
  const bodies: Reply[] = [
    { status: 400, body: `denied ${'.'.repeat(180)}${form} to you` },
    { status: 400, body: `{"error":1,"message":"${form.replaceAll('"', "'")}"}` },
    { status: 400, body: errorBody(1, `No ${form}`) },
    { status: 500, body: { trace: [{ headers: { [form]: form } }] } },
    { status: 200, body: { name: `${'x'.repeat(50)}${form}`, tag: form } },
    { status: 404, headers: { location: `/?t=${encodeURIComponent(SECRET)}` }, body: form },
  ]
  for (const args of [[], ['--json'], ['--verbose']]) {
    let count = 0
    const next = () => bodies[count++ % bodies.length] as Reply
    const answer = app({
      isAllowed: () => true,
      notJson: next,
      add: (plant, seen) => (seen.body.includes('"Monstera"') ? added(plant) : next()),
    })
    const { report } = await verifyInProcess(answer, '--token', SECRET, '--plants', '20', ...args)
    expect(report).toContain('[token]')
    expect(report).not.toMatch(/s3cret|\\u0073\\u0033/i)
  }
})

test('Values of --header are sent with each request, and are hidden as the token is', async () => {
  await using service = await serve(seen =>
    seen.body.includes('"aloe"')
      ? { status: 500, body: errorBody(1, `${seen.headers['x-api-key']} is wrong`) }
      : plain(seen),
  )
  const header = 'X-Api-Key: k3y-of-gateway'
  const { code, stdout, stderr } = await verify(service.url, '--token', TOKEN, '--header', header)
  expect(code).toBe(1)
  expect(service.seen.every(({ headers }) => headers['x-api-key'] === 'k3y-of-gateway')).toBe(true)
  expect(stdout + stderr).not.toContain('k3y-of')
  expect(stdout).toContain('-H "x-api-key: $X_API_KEY"')
  const dry = await verify(service.url, '--dry-run', '--header', header)
  expect(dry.stdout).toContain('x-api-key: [value]')
  expect(dry.stdout).not.toContain('k3y-of')
})

test('A token that is where a text is cut is hidden whole', async () => {
  const answer = app({
    add: added,
    isAllowed: () => false,
    notAllowed: refuse(401, `${'a'.repeat(1_990)} ${TOKEN} is not known`),
  })
  const { report } = await verifyInProcess(answer)
  expect(report).toContain('does not accept this token')
  expect(report).not.toContain(TOKEN.slice(0, 5))
})

test('A secret is also hidden without the scheme in front of it', async () => {
  const answer = app({ add: () => refuse(400, 'dXNlcjpwYXNzd29yZA is unknown') })
  const header = 'Proxy-Authorization: Basic dXNlcjpwYXNzd29yZA'
  const { report } = await verifyInProcess(answer, '--header', header)
  expect(report).toContain('refuses every plant')
  expect(report).not.toContain('dXNlcjpwYXNzd29yZA')
})

test('A response that is nested deeply is told as any other', async () => {
  const nested = `${'{"a":'.repeat(20_000)}"b"${'}'.repeat(20_000)}`
  const ids = `{"name":"Monstera","id":${'['.repeat(600)}${']'.repeat(600)}}`
  const { report } = await verifyInProcess(app({ add: () => ({ status: 422, body: nested }) }))
  expect(report).toContain('422')
  const answer = app({ add: checked(() => ({ status: 200, body: ids })) })
  expect((await verifyInProcess(answer)).report).toContain('a Plant has more fields')
})

test('--delay waits between two requests', async () => {
  const answer = app({ add: () => refuse(400, 'Not today') })
  const start = performance.now()
  const { seen, report } = await verifyInProcess(answer, '--delay', '50')
  expect(report).toContain('refuses every plant')
  // What a timer promises; nothing here is about how fast it is.
  expect(performance.now() - start).toBeGreaterThanOrEqual((seen.length - 1) * 50 - 10)
})
