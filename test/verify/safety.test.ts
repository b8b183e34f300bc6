// A service cannot hang verify, control the terminal, or make it print the token or the value of a header.
import { expect, test } from 'vitest'
import { errorBody } from '../../generated/contract.ts'
import { verifyInProcess } from './in-process.ts'
import {
  json,
  plain,
  type Reply,
  refuse,
  type Seen,
  serve,
  service,
  TOKEN,
  text,
} from './sample-service.ts'
import { verify } from './verify-bin.ts'

/** The runs end within the time of a test, as they did not with patterns that take the square of a length. */
test.each<[what: string, reply: Reply]>([
  ['a page of a million blanks', text(400, `x${' '.repeat(1_000_000)}x`, 'text/html')],
  ['an Error of 40,000 letters', refuse(400, 'a'.repeat(40_000))],
  ['an Error of 800,000 backslashes', refuse(500, '\\'.repeat(400_000))],
  ['a page of tags that do not end', { status: 500, body: '<title'.repeat(100_000) }],
  ['a name of 400,000 letters', json(200, { name: 'a\u0301 '.repeat(200_000) })],
])('%s does not take long', async (_, reply) => {
  const refuses = ({ name }: { name: string }) => name !== 'Monstera' && reply
  const answer = service({ invalid: () => reply, refuses })
  const { code } = await verifyInProcess(answer, '--plants', '5')
  expect([0, 1]).toContain(code)
})

const SECRET = 'Qv7+s3cret/token=~42'
/** As PHP writes it. */
const encode = (text: string) => JSON.stringify(text).replaceAll('/', '\\/')

test.each<[how: string, form: string]>([
  ['as it is', SECRET],
  ['by json_encode, three times', encode(encode(encode(SECRET)))],
  ['as HTML has it', SECRET.replace(/\W/g, sign => `&#x${sign.charCodeAt(0).toString(16)};`)],
])('The token is not printed that comes back %s', async (_, form) => {
  const challenge = { 'www-authenticate': `${SECRET} error="${SECRET}"` }
  const headers = { location: `/?t=${encodeURIComponent(SECRET)}`, allow: SECRET, ...challenge }
  const bodies: Reply[] = [
    { status: 400, body: `denied ${'.'.repeat(180)}${form} to you` },
    { status: 400, body: `{"error":1,"message":"${form.replaceAll('"', "'")}"}` },
    refuse(400, `${'x'.repeat(290)} ${form}`),
    json(500, { trace: [{ headers: { [form]: form } }] }),
    json(200, { name: `${'x'.repeat(50)}${form}`, tag: form, [SECRET]: 1 }),
    { status: 404, headers, body: form },
  ]
  for (const args of [[], ['--json'], ['--verbose']]) {
    let count = 0
    const next = () => bodies[count++ % bodies.length] as Reply
    const refuses = ({ name }: { name: string }) => name !== 'Monstera' && next()
    const answer = service({ isAllowed: () => true, invalid: next, refuses })
    const { report } = await verifyInProcess(answer, '--token', SECRET, '--plants', '20', ...args)
    expect(report).toContain('[token]')
    expect(report).not.toMatch(/s3cret|\\u0073\\u0033/i)
  }
})

test('In base64 or in another case, the token would be printed', async () => {
  const forms = `${btoa(SECRET)} ${SECRET.toUpperCase()}`
  const refuses = ({ name }: { name: string }) => name === 'aloe' && refuse(400, forms)
  const answer = service({ refuses, isAllowed: () => true })
  const { report } = await verifyInProcess(answer, '--token', SECRET)
  expect(report).toContain(forms)
})

test('Text of a service does not control the terminal', async () => {
  const answer = service({
    refuses: ({ name }) => name === 'aloe' && refuse(500, '\u001b[2J\u009b31m\r\n'),
  })
  for (const args of [[], ['--json']]) {
    const { lines } = await verifyInProcess(answer, ...args)
    const printed = lines.join('').replaceAll('\n', '')
    expect(printed, args.join()).toContain('?[2J?31m??')
    expect(printed, args.join()).not.toMatch(/\p{Cc}/u)
  }
})

test('--header is sent with every request, and the commands say $X_API_KEY in place of its value', async () => {
  await using served = await serve(seen =>
    seen.body.includes('"aloe"')
      ? { status: 500, body: errorBody(1, `${seen.headers['x-api-key']} is wrong`) }
      : plain(seen),
  )
  const header = 'X-Api-Key: k3y-of-gateway'
  const { code, stdout, stderr } = await verify(served.url, '--token', TOKEN, '--header', header)
  expect(code).toBe(1)
  expect(served.seen.every(({ headers }) => headers['x-api-key'] === 'k3y-of-gateway')).toBe(true)
  expect(stdout + stderr).not.toContain('k3y-of')
  expect(stdout).toContain('-H "x-api-key: $X_API_KEY"')
  const dry = await verify(served.url, '--dry-run', '--header', header)
  expect(dry.stdout).toContain('x-api-key: [value]')
  expect(dry.stdout).not.toContain('k3y-of')
})

const LOCATION = 'https://me:hunter2@plants.test/plants/1?page=2&code=my-code#access_token=k3y'

test.each([201, 302, 401, 422, 500])(
  'The secrets of a Location are hidden in a %i, as are those of a body that repeats it',
  async status => {
    const bodies = [
      '',
      `Found. Redirecting to ${LOCATION}`, // Express
      `<a href="${LOCATION.replaceAll('&', '&amp;')}">Found</a>.`, // Go
      JSON.stringify(errorBody(1, `See ${LOCATION} of it`)),
      JSON.stringify({ detail: LOCATION }).replaceAll('/', '\\/'), // PHP
    ]
    const reports: string[] = []
    for (const when of [/./, /"aloe"|^\[\]$/, /tropical/]) {
      let count = 0
      const next = () => bodies[count++ % bodies.length]
      const answer = (seen: Seen) =>
        when.test(seen.body)
          ? { status, headers: { location: LOCATION }, body: next() }
          : plain(seen)
      const { report } = await verifyInProcess(answer, '--json', '--plants', '1')
      reports.push(report)
    }
    expect(reports.join('\n')).toContain('[redacted]')
    expect(reports.join('\n')).not.toMatch(/hunter2|my-code|k3y/)
  },
)

test.each([
  ['where a text is cut', [], `${'a'.repeat(1_990)} ${TOKEN} is not known`, TOKEN.slice(0, 5)],
  [
    'without the scheme in front of it',
    ['--header', 'Proxy-Authorization: Basic dXNlcjpwYXNzd29yZA'],
    'dXNlcjpwYXNzd29yZA is unknown',
    'dXNlcjpwYXNzd29yZA',
  ],
])('A secret is hidden %s', async (_, args, message, secret) => {
  const { report } = await verifyInProcess(() => refuse(400, message), ...args)
  expect(report).toContain('refuses every plant')
  expect(report).not.toContain(secret)
})

test('A response that is nested deeply is told as any other', async () => {
  const nested = `${'{"a":'.repeat(20_000)}"b"${'}'.repeat(20_000)}`
  const { report } = await verifyInProcess(() => ({ status: 422, body: nested }))
  expect(report).toContain('422')
  const body = `{"name":"Monstera","id":${'['.repeat(600)}${']'.repeat(600)}}`
  const { report: further } = await verifyInProcess(service({ success: { body } }))
  expect(further).toContain('a Plant has more fields')
})

test('if a gateway limits the rate, --delay waits between requests', async () => {
  const start = performance.now()
  const { seen, report } = await verifyInProcess(() => refuse(400, 'Not today'), '--delay', '50')
  expect(report).toContain('refuses every plant')
  // What a timer promises; nothing here is about how fast it is.
  expect(performance.now() - start).toBeGreaterThanOrEqual((seen.length - 1) * 50 - 10)
})
