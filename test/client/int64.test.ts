// What the server reads is what was given, digit for digit and code point for code point.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { isLosslessNumber, parse } from 'lossless-json'
import { PlantStoreClient } from 'plant-store-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, monstera } from './stub-fetch.ts'

let read = ''
const server = createServer(async (request, response) => {
  read = await text(request)
  response.setHeader('content-type', 'application/json').end('{"name":"Monstera"}')
})
let client: PlantStoreClient
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  client = new PlantStoreClient({ baseUrl: `http://127.0.0.1:${port}`, accessToken: 'token' })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const least = -(2n ** 63n)
const most = 2n ** 63n - 1n
// Strings that look like what a writer of integers could take for its own marks.
const tricky = fc.string({ unit: fc.constantFrom('#', '"', '\\', '-', '0', '1', '9', '{', ' ') })
const anyText = fc.oneof(
  tricky,
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map(units => String.fromCharCode(...units)),
)
const ids = fc.oneof(
  fc.bigInt(least, most),
  fc.constantFrom(least, -1n, 0n, 2n ** 53n, 2n ** 53n + 1n, most),
  fc.maxSafeInteger(),
)

async function arrivesAsGiven(id: number | bigint, name: string, tag: string | undefined) {
  const result = await client.addPlant({ id, name, ...(tag !== undefined && { tag }) })
  expect(result.ok).toBe(true)
  const plant = parse(read) as Record<string, unknown>
  if (!isLosslessNumber(plant.id)) throw new Error(`no number: ${read}`)
  expect(plant.id.value).toBe(`${BigInt(id)}`)
  expect({ name: plant.name, tag: plant.tag }).toEqual({ name, tag })
}

const property = fc.asyncProperty(
  ids,
  anyText,
  fc.option(anyText, { nil: undefined }),
  arrivesAsGiven,
)

test("any id, name and tag of today's specification, which has no bounds", () =>
  fc.assert(property, { numRuns: 500 }))

test("any plant of today's specification where the application has its own idea of a bigint", async () => {
  const prototype = BigInt.prototype as { toJSON?: () => string }
  prototype.toJSON = function (this: bigint) {
    return `${this}n`
  }
  try {
    await fc.assert(property, { numRuns: 200 })
  } finally {
    delete prototype.toJSON
  }
})

test.each([
  2 ** 53,
  -(2 ** 53),
  9.3e18,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2n ** 63n,
  least - 1n,
  '1',
  null,
  true,
  {},
])("%s is no int64, which today's specification asks for: it is not sent", async id => {
  const { client, sent } = clientOf(Response.json(monstera))
  const { error } = await client.addPlant({ id: id as number, name: 'Monstera' })
  expect(error).toMatchObject({ kind: 'invalid-request', mayHaveBeenAdded: false })
  if (error?.kind !== 'invalid-request') throw error
  expect(error.issues.map(({ path }) => path)).toEqual([['id']])
  expect(error.message).toMatch(/id must be (?:an int64|a bigint beyond 2\^53 - 1)$/)
  expect(sent).toHaveLength(0)
})
