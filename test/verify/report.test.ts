// What is reported about the mock, and about services that differ from it.

import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { isValid, plain, type Reply, type Seen, serve, TOKEN } from './sample-service.ts'
import { verify, verifyInLines } from './verify-bin.ts'

const ok = successStatus
const plantOf = ({ body }: Seen) => JSON.parse(body)

describe('the mock', () => {
  test('conforms: a few lines, with the plants that are added before anything else', async () => {
    await using server = await startMockServer({ port: 0, basePath: '/v1' })
    const { code, stdout, stderr } = await verify(`${server.url}/`, '--token', TOKEN)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.replace(/\b\d+\b/g, 'N').replace(/http\S+?,/, 'URL,')).toBe(
      `Up to N plants will be added to URL, by N requests, one after the other.

The rest, which --verbose lists:
  as specified: N probes
  left open by the specification: N results, N of them as in the mock
  skipped: N probes

No differences: the service conforms to the specification
`,
    )
    expect(stdout).toMatch(/: (\d+) results, \1 of them as in the mock$/m)
  })

  test('--verbose lists what is only counted otherwise', async () => {
    await using server = await startMockServer({ port: 0, accessTokens: [TOKEN] })
    const { stdout } = await verify(server.url, '--token', TOKEN, '--verbose')
    expect(stdout).toContain('\n    an id past 2^53\n')
    expect(stdout).toContain(`\n      name is missing: 400, an Error\n`)
    expect(stdout).toMatch(/invalid token \(option of the mock:\s+accessTokens\s+\(--token\)\)\n/)
    expect(stdout).toMatch(
      /401, an Error,\s+challenge Bearer\s+invalid_token;\s+the\s+mock:\s+200,\s+a\s+Plant/,
    )
    expect(stdout).toContain('\n    PUT: it might change or delete plants\n')
    for (const line of stdout.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(80)
  })

  test.each([
    [
      'accessTokens',
      { accessTokens: [TOKEN] },
      'Bearer AZaz09-._~+/==',
      '401, an Error, challenge Bearer invalid_token',
    ],
    ['duplicateIds', { duplicateIds: 'reject' }, 'an id that already exists', '400, an Error'],
    ['maxBodyBytes', { maxBodyBytes: 1000 }, '900,000 spaces', '413, an Error'],
  ] as const)(
    'with %s differs in that alone, and the option is named',
    async (name, options, probe, service) => {
      await using server = await startMockServer({ port: 0, ...options })
      const { code, points } = await verifyInLines(server.url)
      expect(code).toBe(0)
      const others = points.flatMap(({ mockOption, results }) =>
        results.flatMap(result => (result.sameAsMock ? [] : [{ mockOption, ...result }])),
      )
      const mock = `${ok}, a Plant`
      expect(others).toEqual([
        { mockOption: expect.stringContaining(name), probe, service, mock, sameAsMock: false },
      ])
    },
  )

  test('with unknownFields differs where properties are unknown, and the option is named', async () => {
    await using server = await startMockServer({ port: 0, unknownFields: 'reject' })
    const { code, points } = await verifyInLines(server.url)
    expect(code).toBe(0)
    const point = points.find(({ about }) => about === 'unknown properties')
    expect(point?.mockOption).toBe("unknownFields: 'reject' (--unknown-fields reject)")
    expect(point?.results.map(({ service }) => service)).toEqual(['400, an Error', '400, an Error'])
  })
})

test('A service that differs only in what is not specified conforms', async () => {
  await using service = await serve(plain)
  const { code, differs, foreign, conforms, open, summary } = await verifyInLines(service.url)
  expect({ code, differs }).toEqual({ code: 0, differs: [] })
  expect(conforms).toContain('no credentials')
  expect(open('no credentials')).toEqual({
    probe: 'no credentials',
    service: "403, no body: not the contract's Error",
    mock: '401, an Error, challenge Bearer',
    sameAsMock: false,
  })
  expect(open('name is missing')).toMatchObject({ service: '422, an Error' })
  expect(open('values of error').service).toBe('7 with 422')
  expect(open('further properties of a Plant')).toMatchObject({ service: 'id', mock: 'none' })
  expect(foreign.map(group => group.service)).toEqual(["403, no body: not the contract's Error"])
  expect(summary).toMatchObject({
    differences: 0,
    conforms: conforms.length,
    differs: 0,
    inconclusive: 0,
    stopped: null,
  })
  const { stdout } = await verify(service.url, '--token', TOKEN)
  expect(stdout).toContain(
    "No difference, but the client reports it as unexpected-response\n   service    403, no body: not the contract's Error\n   shown by   12 probes: no cred",
  )
})

describe('one cause is one difference', () => {
  const NOT_ADDED = (status: number) => `${status} in place of ${ok} for a valid NewPlant`
  test.each<[what: string, answer: (seen: Seen) => Reply, title: string, service: string]>([
    [
      'another success',
      seen => (isValid(seen) ? { ...plain(seen), status: ok + 1 } : plain(seen)),
      NOT_ADDED(ok + 1),
      `${ok + 1}, a Plant`,
    ],
    [
      'no token is asked for',
      seen =>
        seen.headers.authorization?.includes('s3cret') ||
        seen.headers['content-type'] !== 'application/json'
          ? plain(seen)
          : plain({ ...seen, headers: { authorization: `Bearer ${TOKEN}` } }),
      `${ok} without a bearer token`,
      `${ok}, a Plant`,
    ],
    [
      'ids past 2^53 are refused, with the id in the message',
      seen =>
        isValid(seen) && Math.abs(plantOf(seen).id) >= 2 ** 53
          ? { status: 400, body: { error: 4, message: `The id ${plantOf(seen).id} is too long` } }
          : plain(seen),
      NOT_ADDED(400),
      '400, an Error',
    ],
  ])('%s', async (_what, answer, title, came) => {
    await using service = await serve(answer)
    const { code, differs } = await verifyInLines(service.url)
    expect(code).toBe(1)
    expect(differs.map(group => [group.title, group.service])).toEqual([[title, came]])
    expect(differs[0]?.specification).toMatch(/\w+ \w+.*\.$/)
    expect(differs[0]?.place).toMatch(/^(?:paths > \/plants > post > responses|security)/)
    expect(differs[0]?.curl[0]).toMatch(/^curl -X POST 'http/)
  })

  test('Rounded ids show where ids that exist are rejected', async () => {
    const ids = new Set<number>()
    await using service = await serve(seen => {
      if (!isValid(seen)) return plain(seen)
      const { id } = plantOf(seen)
      if (ids.has(id)) return { status: 409, body: { error: 9, message: 'It exists.' } }
      ids.add(id)
      return plain(seen)
    })
    const { differs, open } = await verifyInLines(service.url)
    expect(differs.flatMap(({ probes }) => probes)).toEqual(['two ids past 2^53 that differ by 1'])
    expect(differs[0]?.curl).toHaveLength(2)
    expect(open('an id that already exists').service).toBe('409, an Error')
  })
})

test('Differences come first and in the last line, with what the specification says and what came', async () => {
  await using service = await serve(seen => {
    if (seen.body.includes('tropical')) return { status: ok, body: { name: 'Monstera' } }
    if (isValid(seen) && Math.abs(plantOf(seen).id) >= 2 ** 53)
      return { status: 409, body: { error: 4, message: 'The greenhouse is full.' } }
    return plain(seen)
  })
  const { code, stdout } = await verify(service.url, '--token', TOKEN)
  expect(code).toBe(1)
  const [, first = ''] = stdout.split('\n\n')
  expect(first).toMatch(
    new RegExp(
      `^1\\. 409 in place of ${ok} for a valid NewPlant
   specified  A valid NewPlant gets ${ok} with a Plant\\.
              openapi\\.yaml: paths > /plants > post > responses > ${ok}
   service    409, an Error
              "The greenhouse is full\\."
   shown by   4 probes: an id past 2\\^53; [^]+
   repeat     curl -X POST 'http:.* -d '\\{"id":\\d+,"name":"Monstera"\\}'$`,
    ),
  )
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(
    `2 differences: 409 in place of ${ok} for a valid NewPlant; ${ok} whose Plant lacks the tag`,
  )
})

describe('not specified is', () => {
  test.each<[what: string, answer: (seen: Seen) => Reply, probe: string, service: string]>([
    [
      "bounds: an empty name, which today's specification allows, may be refused",
      seen =>
        seen.body.includes('"name":""')
          ? { status: 400, body: { error: 1, message: 'Empty' } }
          : plain(seen),
      'empty strings',
      '400, an Error',
    ],
    [
      `the status for a body without name, which may be ${ok} with a Plant`,
      seen =>
        plain(seen).status === 422 ? { status: ok, body: { name: 'Monstera' } } : plain(seen),
      'name is missing',
      `${ok}, a Plant`,
    ],
  ])('%s', async (_what, answer, probe, service) => {
    await using sample = await serve(answer)
    const { code, conforms, open } = await verifyInLines(sample.url)
    expect(open(probe)).toMatchObject({ service, sameAsMock: false })
    expect(conforms).not.toContain(probe)
    expect(code).toBe(0)
  })
})
