// Whatever is sent, the mock decides as an independent reading of the description does.
import fc from 'fast-check'
import { createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { expectedPlant } from '../harness/expected-plant.ts'

/** `npm run test:all -- trials` asks for more. */
const numRuns = process.env.MODE === 'long' ? 24_000 : 1_000

const store = createMockStore()
const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }

async function matchesExpected(body: string | Uint8Array): Promise<void> {
  store.reset()
  const expected = expectedPlant(typeof body === 'string' ? new TextEncoder().encode(body) : body)
  const init = { method: 'POST', headers, body: body as BodyInit }
  const response = await store.fetch('https://a.test/plants', init)
  const answer = await response.json()
  JSON.stringify(store.requests)
  if (!expected) {
    expect(response.status).toBe(400)
    expect(answer).toEqual({
      error: 400,
      message: expect.stringMatching(/^(Not a plant|The body)/),
    })
    expect(store.plants).toEqual([])
    return
  }
  const { id, ...plant } = expected
  expect(response.status).toBe(successStatus)
  expect(answer).toEqual(plant)
  expect(store.plants.map(({ id, ...rest }) => ({ id: BigInt(id), ...rest }))).toEqual([
    { id, ...plant },
  ])
}

const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`))
const numberLiteral = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 65n }).map(String),
      fc.constantFrom('0', '9223372036854775807', '9223372036854775808', '9007199254740993'),
      digits(25).map(text => text.replace(/^0+(?=\d)/, '')),
    ),
    fc.oneof(
      fc.constant(''),
      fc.constantFrom('.0', '.50', '.000'),
      digits(22).map(text => `.${text}`),
    ),
    fc.oneof(
      fc.constant(''),
      fc.integer({ min: -30, max: 30 }).map(exponent => `e${exponent}`),
      fc.constantFrom('E+2', 'e-0', 'e400', 'e-400', 'E+05'),
    ),
  )
  .map(parts => parts.join(''))

const text = fc.string({ unit: 'binary' })
const jsonText = fc.oneof(fc.jsonValue(), text).map(value => JSON.stringify(value))
const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)

/** Objects that are plants, or nearly. */
const plantText = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.tuple(fc.constant('"id"'), fc.oneof(numberLiteral, jsonText)) },
        { weight: 3, arbitrary: fc.tuple(fc.constant('"id"'), numberLiteral) },
        {
          weight: 5,
          arbitrary: fc.tuple(
            fc.constant('"name"'),
            text.map(value => JSON.stringify(value)),
          ),
        },
        fc.tuple(fc.constantFrom('"name"', '"tag"', '"t\\u0061g"'), jsonText),
        fc.tuple(fc.constantFrom('"__proto__"', '"constructor"', '"toString"'), jsonText),
        fc.tuple(
          text.map(value => JSON.stringify(value)),
          fc.oneof(numberLiteral, jsonText),
        ),
      ),
      { minLength: 1, maxLength: 6 },
    ),
    space,
  )
  .map(([members, gap]) => `{${members.map(pair => pair.join(`${gap}:`)).join(`${gap},`)}}${gap}`)

test('plants, near misses and arbitrary JSON are decided as the description says', async () => {
  const numbers = fc.array(numberLiteral).map(all => `[${all}]`)
  const any = fc.oneof({ weight: 3, arbitrary: plantText }, jsonText, numberLiteral, numbers)
  await fc.assert(fc.asyncProperty(any, matchesExpected), { numRuns })
})

test('changed and arbitrary bytes are decided as the description says', async () => {
  const changed = fc
    .tuple(plantText, fc.nat(200), fc.nat(3), fc.uint8Array({ maxLength: 4 }))
    .map(([body, at, removed, added]) => {
      const bytes = [...new TextEncoder().encode(body)]
      bytes.splice(at % (bytes.length + 1), removed, ...added)
      return Uint8Array.from(bytes)
    })
  const any = fc.oneof({ weight: 4, arbitrary: changed }, fc.uint8Array({ maxLength: 40 }))
  await fc.assert(fc.asyncProperty(any, matchesExpected), { numRuns })
})
