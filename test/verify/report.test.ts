// What is reported about the mock, and about services that differ from it.

import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { codeField, successStatus as ok, pickSuccess } from '../../generated/contract.ts'
import { verifyInProcess } from './in-process.ts'
import { isValid, plain, type Seen, serve, TOKEN } from './sample-service.ts'
import { verify, verifyInLines } from './verify-bin.ts'

describe('the mock', () => {
  test('conforms: a few lines, with the plants that are added before anything else', async () => {
    await using server = await startMockServer({ port: 0, basePath: '/v1' })
    const { code, stdout, stderr } = await verify(`${server.url}/`, '--token', TOKEN)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.replace(/\b\d+\b/g, 'N').replace(/http\S+?: /, 'URL: ')).toBe(
      `Up to N plants will be added to URL: with N requests, one after the other, and up to N more if plants are refused (--plants N: unusual texts; --seed N).

Left open by the specification, and good to know:
  N for N request without the right token
    curl -X POST 'http://N.N.N.N:N/v1/plants' -H 'Content-Type: application/json' -H 'Authorization: Bearer AZaz09-._~+/==' -d '{"id":N,"name":"Monstera"}'

N requests sent for N probes: N as specified, N different, N left open

No differences: the service conforms to the specification
`,
    )
    const counts = / for (\d+) probes: (\d+) as specified, 0 different, (\d+) left/.exec(stdout)
    const [, probes, conforms, leftOpen] = (counts ?? []).map(Number)
    expect(probes).toBe((conforms ?? 0) + (leftOpen ?? 0))
  })

  test('--verbose names the probes, and compares what is left open with the mock and its options', async () => {
    await using server = await startMockServer({ port: 0, accessTokens: [TOKEN] })
    const { stdout } = await verify(server.url, '--token', TOKEN, '--verbose')
    expect(stdout).toContain('\n  an id past 2^53\n')
    expect(stdout).toContain(`\n    name is missing: 400, an Error\n`)
    expect(stdout).toMatch(/invalid token \(option of the mock:\s+accessTokens\s+\(--token\)\)\n/)
    expect(stdout).toMatch(
      /401, an Error,\s+challenge Bearer\s+invalid_token;\s+the\s+mock:\s+200,\s+a\s+Plant/,
    )
    for (const line of stdout.split('\n').slice(1))
      expect(line.length, line).toBeLessThanOrEqual(80)
  })

  test.each([
    [
      'accessTokens',
      { accessTokens: [TOKEN] },
      'Bearer AZaz09-._~+/==',
      '401, an Error, challenge Bearer invalid_token',
    ],
    ['duplicateIds', { duplicateIds: 'reject' }, 'an id that already exists', '400, an Error'],
    ['maxBodyBytes', { maxBodyBytes: 100_000 }, '900,000 spaces', '413, an Error'],
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
    expect(point?.results.map(({ service }) => service)).toEqual(Array(3).fill('400, an Error'))
  })
})

test('What the specification leaves open fails no run: a service that differs only in that conforms', async () => {
  await using service = await serve(plain)
  const { code, differs, told, conforms, open, summary } = await verifyInLines(service.url)
  expect({ code, differs }).toEqual({ code: 0, differs: [] })
  expect(conforms).toContain('no credentials')
  expect(open('no credentials')).toEqual({
    probe: 'no credentials',
    service: "403, no body: not the contract's Error",
    mock: '401, an Error, challenge Bearer',
    sameAsMock: false,
  })
  expect(open('name is missing')).toMatchObject({ service: '422, an Error' })
  expect(open(`values of ${codeField}`).service).toBe('7 with 422')
  expect(told).toEqual([
    expect.stringMatching(/^200 for \d+ requests that are invalid, such as \{"id":\d+,/),
    expect.stringMatching(
      /^403 without an Error for \d+ requests: an unexpected-response to the client$/,
    ),
    expect.stringMatching(/^refuses the scheme bearer in lower case, .*: 403, no body/),
    expect.stringMatching(
      /^a Plant has more fields in the response: id; id came back as \d+, not \d+ \(in \d+ of \d+ plants\)$/,
    ),
  ])
  expect(summary).toMatchObject({
    differences: 0,
    conforms: conforms.length,
    differs: 0,
    inconclusive: 0,
    stopped: null,
  })
})

test('verify reports each difference once, for its cause: differences come first, with up to three of the plainest requests that show it, whose ids are unused; the last line names them', async () => {
  const answer = (seen: Seen) => {
    if (!isValid(seen)) return plain(seen)
    const { id, name, tag, ...others } = JSON.parse(seen.body)
    const changed = { name: name.trim().slice(0, 20), tag: tag?.toLowerCase() }
    const plant = { id, ...pickSuccess({ ...others, ...changed }) }
    return { status: ok, body: plant }
  }
  const { code, lines, seen } = await verifyInProcess(answer)
  const stdout = lines.join('\n')
  expect(code).toBe(1)
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(
    '3 differences: name came back with other spaces; tag came back with another letter case; name came back cut off',
  )
  expect(stdout.match(/\(\d+ requests\)$/gm)).toHaveLength(3)
  expect(stdout.match(/^ {3}repeat {5}curl .*(?:\n {14}curl .*){2}$/gm)).toHaveLength(3)
  expect(stdout).toMatch(/^ {3}service {4}name is "[^"]*", not "[^"]*"$/m)
  expect(stdout).toMatch(/^2\. [^\n]*\n {3}specified {2}as for 1$.*^Left open by/ms)
  expect(stdout).toMatch(/"name":"(?: [^"]*|[^"]* )"[^\n]*$/m)
  expect(stdout).toMatch(/-d '\{"id":\d+,"name":"[^"]*","tag":"[^"]*[A-Z][^"]*"\}'$/m)
  for (const [, id] of stdout.matchAll(/^ {3}(?:repeat {5}| {11})curl .*\{"id":(\d+),/gm))
    expect(seen.some(({ body }) => body.includes(`"id":${id},`))).toBe(false)
  expect(stdout).toMatch(/; id came back as\s+\d+, not \d+\s+\(in \d+ of \d+/m)
  for (const name of ['only a space', 'upper case', 'random texts'])
    expect(stdout, name).not.toContain(name)
  const verbose = await verifyInProcess(answer, '--verbose')
  expect(verbose.report).toContain('name: spaces at both ends')
})
