// What a refusal tells whoever sent the request: what is wrong, what came instead, and what to do.
import { createMockApp, createMockStore, type MockStoreOptions } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { errorBody, successStatus } from '../../generated/contract.ts'
import { createRandom } from '../../mock/store/random.ts'
import { add, addition, refusalOf } from '../harness/addition.ts'
import { PLANT_FIELDS } from '../harness/plant-fields.ts'
import { rawRequest } from '../harness/raw-request.ts'

const INT64 = 'must be an integer within int64 (-9223372036854775808 to 9223372036854775807)'

async function messageOf(body: string, options: MockStoreOptions = {}): Promise<string> {
  const [status, message] = await refusalOf(add(createMockStore(options), body))
  expect(status).toBe(400)
  return message
}

describe('a wrong field is named with the value received, in terms of JSON', () => {
  test.each([
    [
      '"9007199254740993"',
      'must be an integer, but got the string "9007199254740993": send it without quotes',
    ],
    [`"${'7'.repeat(50)}a"`, `must be an integer, but got the string "${'7'.repeat(40)}..."`],
    ['1.5', 'must be an integer, but got the number 1.5'],
    ['1.00000000000000000001', 'must be an integer, but got the number 1.0000000000000002'],
    ['4503599627370496.4', 'must be an integer, but got a fraction'],
    ['1e399', 'must be an integer, but got a number that is too large'],
    ['[1]', 'must be an integer, but got an array'],
    ['9223372036854775808', `${INT64}, but got the number 9223372036854775808`],
    ['9007199254740993.5', INT64], // rounded to 9007199254740994, which was not sent
  ])('an id of %s', async (id, words) => {
    expect(await messageOf(`{"id":${id},"name":"Hoya"}`)).toBe(`Not a plant: /id ${words}`)
  })

  test.each([
    ['{"name":7,"id":1e50}', `/name must be a string, but got the number 7; /id ${INT64}`],
    ['{"name":"Hoya","id":1,"tag":null}', '/tag must be a string, but got null'],
    ['{}', '/name is required; /id is required'],
    ['[]', 'the body must be an object, but got an array'],
  ])('%s', async (body, words) => {
    expect(await messageOf(body)).toBe(`Not a plant: ${words}`)
  })
})

describe("unknownFields 'reject': a field that plants do not have", () => {
  const options = { unknownFields: 'reject' } as const

  test('is named with the fields that it has, after what else is wrong', async () => {
    const has = `is not a field of a plant: it has ${PLANT_FIELDS}`
    expect(await messageOf('{"id":1,"name":"a","colour":"green","Tag":"b"}', options)).toBe(
      `Not a plant: /colour ${has}; /Tag ${has}`,
    )
    expect(await messageOf('{"id":1,"__proto__":{}}', options)).toBe(
      `Not a plant: /name is required; /__proto__ ${has}`,
    )
  })

  test('makes a short message, however many there are', async () => {
    const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, 1]))
    const message = await messageOf(JSON.stringify({ id: 1, name: 'a', ...fields }), options)
    expect(message).toContain('/f9 is not')
    expect(message).not.toContain('/f10')
  })
})

test.each([
  ['9007199254740993', '9007199254740993'],
  ['1e3', '1000'],
])('an existing id of %s is shown as an integer', async (id, written) => {
  const plants = [9007199254740993n, 1_000].map(id => ({ id, name: 'Hoya' }))
  const options = { plants, duplicateIds: 'reject' } as const
  expect(await messageOf(`{"id":${id},"name":"Monstera"}`, options)).toBe(
    `A plant with the id ${written} already exists`,
  )
})

const TOO_MANY = 'the base address has one /plants too many: '

test.each<[basePath: string, path: string, before: string, advised: string, more?: string]>([
  ['/v1', '/plants', '', '/v1/plants'],
  ['/v1', '/v1', '', '/v1/plants'],
  ['', '/v1/plants', '', '/plants', ', or start the mock with --base-path /v1'],
  ['/v1', '/v2/plants', '', '/v1/plants', ', or start the mock with --base-path /v2'],
  ['', '/trees', '', '/plants'],
  ['', '//plants', '', '/plants'],
  ['/v1', '/v1//plants', '', '/v1/plants'],
  ['', '/$(id)/plants', '', '/plants'], // a shell would run it
  ['', '/./plants', '', '/plants'], // no URL has it as its path
  ['', '/plants/plants', TOO_MANY, '/plants'],
  ['/v1', '/v1/plants/plants', TOO_MANY, '/v1/plants'],
  ['', '/v1/plants/plants', TOO_MANY, '/plants'],
])(
  'with the base path "%s", a request to %s is told the whole address to use',
  async (basePath, path, before, advised, more = '') => {
    await using server = await startMockServer({ port: 0, basePath })
    const head = 'Host: localhost\r\nConnection: close\r\nContent-Length: 0'
    const { text } = await rawRequest(server.port, `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n`)
    const address = `http://localhost${advised}`
    const message = `There is nothing at ${path}: ${before}send POST to ${address}${more}`
    expect(text).toMatch(/^HTTP\/1.1 404 /)
    expect(text).toContain(JSON.stringify(errorBody(404, message)))
  },
)

test('a base path that a 404 names is one where the request finds the service, and a plain word to a shell', async () => {
  const random = createRandom(1)
  const parts = "/ / / v1 v1 api api ~a %20 . $ ' ; plants __mock".split(' ')
  const pick = () => parts[Math.floor(random() * parts.length)]
  let named = 0
  for (let trial = 0; trial < 150; trial++) {
    const url = `https://a.test/${Array.from({ length: 1 + (trial % 4) }, pick).join('')}/plants`
    const send = async (basePath = '') => {
      const response = await createMockApp({ basePath }).fetch(url, addition())
      return { status: response.status, text: await response.text() }
    }
    const [, basePath] = /--base-path (.*)"\}$/.exec((await send()).text) ?? []
    if (basePath === undefined) continue
    named++
    expect(basePath, url).toMatch(/^[\w.~%/-]+$/)
    expect(await send(basePath), url).toMatchObject({ status: successStatus })
  }
  expect(named).toBeGreaterThan(20)
})
