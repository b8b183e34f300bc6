// What the command reports about the mock, and about services that differ from it.

import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { isValid, plain, type Reply, type Seen, serve, TOKEN } from './sample-service.ts'
import { type Verified, verify, verifyInLines } from './verify-bin.ts'

const differing = ({ rules }: Verified) =>
  rules.filter(({ verdict }) => verdict === 'differs').map(({ rule }) => rule)

describe('the mock', () => {
  test('conforms, and does what the mock does', async () => {
    await using server = await startMockServer({ port: 0, basePath: '/v1' })
    const { code, stdout, stderr } = await verify(`${server.url}/`, '--token', TOKEN)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^ {2}conforms {6}a plant +${successStatus}, a Plant$`, 'm'))
    expect(stdout).toMatch(/^ {2}same {10}name is missing +400, an Error$/m)
    expect(stdout).not.toMatch(/^ {2}(different|differs|inconclusive|unspecified)/m)
    expect(stdout).toMatch(
      /\n {2}Specified {5}\d+ conform, 0 differ, 0 inconclusive\n {2}Not specified .* 0 different\n$/,
    )
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test.each([
    ['accessTokens', { accessTokens: [TOKEN] }, 'Bearer AZaz09-._~+/==', '401, an Error'],
    ['duplicateIds', { duplicateIds: 'reject' }, 'an id that already exists', '400, an Error'],
    ['maxBodyBytes', { maxBodyBytes: 1000 }, '900,000 spaces', '413, an Error'],
  ] as const)(
    'with %s differs in that alone, and the report names the option',
    async (name, options, rule, did) => {
      await using server = await startMockServer({ port: 0, ...options })
      const { code, rules, line } = await verifyInLines(server.url)
      expect(code).toBe(0)
      expect(rules.filter(({ sameAsMock }) => !sameAsMock).map(({ rule }) => rule)).toEqual([rule])
      expect(line(rule)).toMatchObject({
        verdict: 'unspecified',
        service: did,
        mock: `${successStatus}, a Plant`,
      })
      expect(line(rule).mockOption).toContain(name)
      const { stdout } = await verify(server.url, '--token', TOKEN)
      expect(stdout).toMatch(new RegExp(`^ {2}different .* {2}${successStatus}, a Plant$`, 'm'))
      expect(stdout).toMatch(new RegExp(`Option of the mock: ${name}`))
    },
  )
})

test('A service that differs only in what is not specified conforms', async () => {
  await using service = await serve(plain)
  const { code, line, summary, rules } = await verifyInLines(service.url)
  expect(rules.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  expect(code).toBe(0)
  expect(line('no credentials')).toEqual({
    rule: 'no credentials',
    verdict: 'conforms',
    specified: 'not added',
    reasons: [],
    service: '403, no body',
    mock: '401, an Error, challenge Bearer',
    sameAsMock: false,
    unspecified: 'response to a missing or invalid token',
    mockOption: 'accessTokens (--token)',
    message: null,
  })
  expect(line('name is missing')).toEqual({
    rule: 'name is missing',
    verdict: 'unspecified',
    specified: null,
    reasons: [],
    service: '422, an Error',
    mock: '400, an Error',
    sameAsMock: false,
    unspecified: 'a missing name or id',
    mockOption: null,
    message: 'No plant.',
  })
  expect(line('values of error').service).toBe('7 with 422')
  expect(line('further properties of a Plant')).toMatchObject({ service: 'id', mock: 'none' })
  const conforms = rules.filter(({ verdict }) => verdict === 'conforms').length
  expect(conforms).toBeGreaterThan(5)
  expect(summary).toMatchObject({ conforms, differs: 0, inconclusive: 0, stopped: null })
})

/** Services that break one thing each, the rules that show it, and the reason. */
const broken: [what: string, answer: (seen: Seen) => Reply, rules: string[], reason: RegExp][] = [
  [
    'asks for no token',
    seen => plain({ ...seen, headers: { ...seen.headers, authorization: `Bearer ${TOKEN}` } }),
    ['no credentials', 'another scheme', 'no token'],
    new RegExp(`^${successStatus} without bearer authentication`),
  ],
  [
    'adds without a token, with 202',
    seen => (seen.headers.authorization ? plain(seen) : { status: 202 }),
    ['no credentials', 'no credentials, and text/plain'],
    /^202 without bearer authentication/,
  ],
  [
    'answers with another success',
    seen => (isValid(seen) ? { ...plain(seen), status: successStatus + 1 } : plain(seen)),
    ['a plant', 'the top of int64', 'a tag', 'any Unicode'],
    new RegExp(`^${successStatus + 1}, not ${successStatus}, for a valid NewPlant \\(rule 1\\)$`),
  ],
  [
    'gives another name',
    seen => (isValid(seen) ? { status: successStatus, body: { name: 'Ficus' } } : plain(seen)),
    ['a plant', 'any Unicode', 'an id of 1.0'],
    /^name is "Ficus", not "/,
  ],
  [
    'forgets the tag',
    seen =>
      isValid(seen)
        ? { status: successStatus, body: { name: JSON.parse(seen.body).name } }
        : plain(seen),
    ['a tag'],
    /^tag is undefined, not "/,
  ],
  [
    'gives no tag as null',
    seen =>
      isValid(seen)
        ? { status: successStatus, body: { tag: null, ...(plain(seen).body as object) } }
        : plain(seen),
    ['a plant', 'any Unicode'],
    new RegExp(`^${successStatus} has no body of the shape Plant$`),
  ],
  [
    'says that a Plant is text',
    seen => ({ ...plain(seen), headers: { 'content-type': 'text/plain' } }),
    ['a plant', 'an unknown property'],
    new RegExp(`^${successStatus} has the Content-Type text/plain$`),
  ],
  [
    'answers 400 with a page',
    seen =>
      plain(seen).status === 422
        ? { status: 400, body: '<h1>No</h1>', headers: { 'content-type': 'text/html' } }
        : plain(seen),
    ['name is missing', 'the body is null', 'JSON is cut off'],
    /^400 has the Content-Type text\/html,400 has no body of the shape Error$/,
  ],
  [
    'gives an error that is no int32',
    seen =>
      plain(seen).status === 422
        ? { status: 400, body: { error: 2 ** 31, message: 'No' } }
        : plain(seen),
    ['name is missing'],
    /^400 has no body of the shape Error$/,
  ],
  [
    'gives no plant for what it was not given',
    seen => (plain(seen).status === 422 ? { status: successStatus, body: {} } : plain(seen)),
    ['name is missing', 'the body is an array'],
    new RegExp(`^${successStatus} has no body of the shape Plant$`),
  ],
  [
    'takes no id past int32',
    seen =>
      isValid(seen) && Math.abs(JSON.parse(seen.body).id) >= 2 ** 53
        ? { status: 400, body: { error: 4, message: 'The id is too long' } }
        : plain(seen),
    ['an id past 2^53', 'the top of int64', 'two ids past 2^53 that differ by 1'],
    new RegExp(`^400, not ${successStatus}, for a valid NewPlant \\(rule 1\\)$`),
  ],
  [
    "takes no id below -2^53, which today's specification allows",
    seen =>
      isValid(seen) && JSON.parse(seen.body).id < -(2 ** 53)
        ? { status: 400, body: { error: 4, message: 'The id is below 0' } }
        : plain(seen),
    ['the bottom of int64'],
    new RegExp(`^400, not ${successStatus}, for a valid NewPlant \\(rule 1\\)$`),
  ],
  [
    "forgets an empty tag, which today's specification allows",
    seen =>
      isValid(seen) && JSON.parse(seen.body).tag === ''
        ? { status: successStatus, body: { name: JSON.parse(seen.body).name } }
        : plain(seen),
    ['an empty name and tag'],
    /^tag is undefined, not ""$/,
  ],
  [
    "fails on an empty name, which today's specification allows",
    seen => (seen.body.includes('"name":""') ? { status: 500 } : plain(seen)),
    ['an empty name and tag'],
    new RegExp(`^500, not ${successStatus}, for a valid NewPlant \\(rule 1\\)$`),
  ],
  [
    'redirects',
    seen => ({ status: 307, headers: { location: `https://elsewhere.test${seen.path}` } }),
    ['a plant'],
    new RegExp(`^307, not ${successStatus}`),
  ],
]

describe('a service differs that', () => {
  test.each(broken)('%s', async (_what, answer, rules, reason) => {
    await using service = await serve(answer)
    const verified = await verifyInLines(service.url)
    expect(verified.code).toBe(1)
    expect(differing(verified)).toEqual(expect.arrayContaining(rules))
    for (const rule of rules) expect(verified.line(rule).reasons.join()).toMatch(reason)
    for (const { verdict, reasons } of verified.rules)
      expect(reasons.length > 0).toBe(verdict === 'differs')
  })

  test('rounds ids, if it rejects an id that already exists', async () => {
    const ids = new Set<number>()
    await using service = await serve(seen => {
      if (!isValid(seen)) return plain(seen)
      const { id } = JSON.parse(seen.body)
      if (ids.has(id)) return { status: 409, body: { error: 9, message: 'It exists.' } }
      ids.add(id)
      return plain(seen)
    })
    const verified = await verifyInLines(service.url)
    expect(differing(verified)).toEqual(['two ids past 2^53 that differ by 1'])
    expect(verified.line('an id that already exists')).toMatchObject({
      verdict: 'unspecified',
      service: '409, an Error',
      mock: `${successStatus}, a Plant`,
      mockOption: "duplicateIds: 'reject' (--duplicate-ids reject)",
    })
  })
})

describe('not specified is', () => {
  test.each<[what: string, answer: (seen: Seen) => Reply, rule: string, did: string]>([
    [
      "bounds: an empty name, which today's specification allows, may be refused",
      seen =>
        seen.body.includes('"name":""')
          ? { status: 400, body: { error: 1, message: 'Empty' } }
          : plain(seen),
      'an empty name and tag',
      '400, an Error',
    ],
    [
      `the status for a body without name, which may be ${successStatus} with a Plant`,
      seen =>
        plain(seen).status === 422
          ? { status: successStatus, body: { name: 'Monstera' } }
          : plain(seen),
      'name is missing',
      `${successStatus}, a Plant`,
    ],
    [
      'a tag that nobody sent',
      seen =>
        /"id":\d+\.0/.test(seen.body)
          ? { status: successStatus, body: { name: 'Monstera', tag: 'x' } }
          : plain(seen),
      'an id of 1.0',
      `${successStatus}, a Plant with a tag of its own`,
    ],
  ])('%s', async (_what, answer, rule, did) => {
    await using service = await serve(answer)
    const { code, line } = await verifyInLines(service.url)
    expect(line(rule)).toMatchObject({ verdict: 'unspecified', service: did, sameAsMock: false })
    expect(code).toBe(0)
  })
})

test('The report shows why a plant was rejected, and what to do', async () => {
  await using service = await serve(seen =>
    isValid(seen)
      ? { status: 409, body: { error: 9, message: 'The greenhouse is full.' } }
      : plain(seen),
  )
  const { stdout } = await verify(service.url, '--token', TOKEN)
  expect(stdout).toContain(`409, not ${successStatus}, for a valid NewPlant (rule 1)`)
  expect(stdout).toContain('Message of the service: The greenhouse is full.')
  expect(stdout).toContain('Try other ids: --first-id.')
  await using elsewhere = await serve(() => ({ status: 404 }))
  expect((await verify(elsewhere.url, '--token', TOKEN)).stdout).toContain(
    'Check the base address: /plants is added to it.',
  )
})
