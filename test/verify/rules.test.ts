// After an edit of openapi.yaml, both sides of each of its rules are probed, or the report says which is not.
import { expect, test } from 'vitest'
import { readJson } from '../../mock/json/read.ts'
import { bundle, generate } from '../generate/build.ts'
import { NAME, OWN, TAG } from '../generate/edit.ts'
import { TOKEN } from './sample-service.ts'

type Plant = Record<string, unknown>

const PLANT = '/components/schemas/Plant/properties'
const built = await bundle(
  await generate({
    [`${NAME}/minLength`]: 3,
    [`${NAME}/maxLength`]: 20,
    [`${TAG}/enum`]: ['tropical', 'wet', 'dry'],
    [`${PLANT}/xNote`]: { type: 'string' },
    [`${OWN}/xSerial`]: { type: 'integer', format: 'int64' },
    [`${OWN}/xLevel`]: { type: 'integer', minimum: 1, exclusiveMaximum: 11 },
    [`${OWN}/xCode`]: { type: 'string', pattern: '^[A-Z][a-z]+$' },
    [`${OWN}/xShort`]: { type: 'string', pattern: '^[A-Z]', maxLength: 20 },
    [`${OWN}/xLong`]: { type: 'string', maxLength: 2147483647 },
    [`${OWN}/xHeight`]: { type: 'integer' },
    [`${OWN}/xHash`]: { type: 'string', pattern: '^[0-9a-f]{40}$' },
    [`${OWN}/xIsRare`]: { type: ['boolean', 'null'] },
    [`${OWN}/xSizes`]: { type: 'array', items: { type: 'integer' }, minItems: 1 },
  }),
)
const { contract, issuesOfRequest, verify, writeJson } = built

/** What a service does with some plants, in another way than the contract has it. */
interface Fault {
  refuses?: (plant: Plant) => boolean
  takes?: (plant: Plant) => boolean
  keeps?: (plant: Plant) => Plant
}

async function report({ refuses = () => false, takes = () => false, keeps }: Fault) {
  const sent: Plant[] = []
  const respond = (status: number, body: unknown) =>
    new Response(writeJson(body), { status, headers: { 'content-type': 'application/json' } })
  const refuse = (status: number) => respond(status, contract.errorBody(status, 'No'))
  const fetch = async (url: unknown, { method, headers, body }: RequestInit = {}) => {
    if (!String(url).endsWith('/plants') || method !== 'POST') return refuse(404)
    if (new Headers(headers).get('authorization') !== `Bearer ${TOKEN}`) return refuse(401)
    try {
      const plant = Object(readJson(await new Response(body ?? '').text()))
      sent.push(plant)
      const isValid = issuesOfRequest(plant).length === 0
      if (isValid ? refuses(plant) : !takes(plant)) return refuse(400)
      return respond(contract.successStatus, contract.pickSuccess(keeps ? keeps(plant) : plant))
    } catch {
      return refuse(400)
    }
  }
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const args = ['http://plants.test', '--token', TOKEN, '--yes', '--seed', '1']
  const code = await verify(args, { print, warn: print }, fetch)
  return { code, text: lines.join(' ').replace(/\s+/g, ' '), sent }
}

const { code, text, sent } = await report({})

test('Each rule about a field is probed on both sides: listed values and one that is not listed, the longest text and one a character longer', () => {
  expect(text).toMatch(/No differences: the service conforms to the specification$/)
  expect(code).toBe(0)
  const valuesOf = (field: string) => sent.map(plant => plant[field])
  expect(valuesOf('tag')).toEqual(expect.arrayContaining(['tropical', 'wet', 'dry', 'tropicalx']))
  const lengths = valuesOf('name').map(name => String(name).length)
  expect(lengths).toEqual(expect.arrayContaining([2, 3, 20, 21]))
  const end = 2n ** 63n
  expect(valuesOf('xSerial')).toEqual(expect.arrayContaining([end - 1n, end, -end, -end - 1n]))
  expect(valuesOf('xLevel')).toEqual(expect.arrayContaining([0, 1, 10, 11]))
  expect(valuesOf('xCode')).toEqual(expect.arrayContaining(['Aloe', 'aloe']))
  expect(valuesOf('xIsRare')).toEqual(expect.arrayContaining([true, false, null, 123]))
})

test('Where verify knows no such value, the report says under "Not probed" which rule it is', () => {
  expect(text).toContain(
    [
      'Not probed: maxLength of xLong, pattern of xHash, minItems of xSizes: no value is known that it allows',
      'maxLength of xLong, minItems of xSizes: no value is known that it forbids',
      'what is within xSizes: only whole values are sent ',
    ].join(' '),
  )
})

test('A text that is too long for a rule keeps the pattern of its field', () => {
  const texts = sent.map(({ xShort }) => String(xShort)).filter(each => each.length === 21)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(/^[A-Z]/)
})

test('An integer without a format has no range to probe', () => {
  expect(sent.map(({ xHeight }) => xHeight)).not.toContain(2n ** 53n)
})

test('An id of a narrower format is sent once, to a service that rejects an id twice', async () => {
  const narrow = await bundle(
    await generate({ [`${OWN}/id`]: { type: 'integer', format: 'int32', minimum: 1 } }),
  )
  const seen: unknown[] = []
  const fetch = async (_: unknown, { body }: RequestInit = {}) => {
    const text = await new Response(body ?? '').text()
    const [, id] = /"id": *(-?\d+)/.exec(text) ?? []
    if (id !== undefined) seen.push(BigInt(id))
    return new Response('{"name":"Monstera"}', { headers: { 'content-type': 'application/json' } })
  }
  const print = () => {}
  const args = ['http://plants.test', '--token', TOKEN, '--yes', '--seed', '1']
  await narrow.verify(args, { print, warn: print }, fetch)
  expect(seen.filter(id => id === 2n ** 31n - 1n)).toHaveLength(1)
})

const refused = (rest: string) =>
  new RegExp(
    ` 1 difference: 400 in place of ${contract.successStatus} for a valid NewPlant with ${rest}$`,
  )
const taken = (rule: string) =>
  new RegExp(`${contract.successStatus} for 1 request against the ${rule} `)

const refuses = (field: string, ...values: unknown[]): Fault => ({
  refuses: plant => values.includes(plant[field]),
})
const takes = (field: string, value: unknown): Fault => ({
  takes: plant => plant[field] === value,
  keeps: plant => (field === 'tag' ? { ...plant, tag: undefined } : plant),
})
const isLonger = (length: number) => (plant: Plant) => [...String(plant.name)].length > length
const withoutScripts = (xNote: unknown) => String(xNote).replace(/<script.*<\/script>/, '')

test.each<[what: string, Fault, said: RegExp]>([
  ['refuses one of the listed tags', refuses('tag', 'dry'), refused('such a tag')],
  ['takes a tag that is not listed', takes('tag', 'tropicalx'), taken('enum of tag')],
  ['refuses names of 9', { refuses: isLonger(8) }, refused('a longer name than .*')],
  ['takes names of 21', { takes: isLonger(20) }, /name must have at most 20 characters, but got/],
  [
    'refuses names of 3',
    { refuses: each => !isLonger(3)(each) },
    refused('a shorter name than .*'),
  ],
  ['refuses the largest int64', refuses('xSerial', 2n ** 63n - 1n), refused('such a xSerial')],
  ['takes more than int64 holds', takes('xSerial', 2n ** 63n), taken('maximum of xSerial')],
  ['refuses the largest level', refuses('xLevel', 10), refused('such a xLevel')],
  ['takes a level beyond the last', takes('xLevel', 11), taken('exclusiveMaximum of xLevel')],
  ['refuses a code that matches', refuses('xCode', 'Aloe'), refused('a xCode of its own')],
  ['takes a code that does not match', takes('xCode', 'aloe'), taken('pattern of xCode')],
  ['refuses false', refuses('xIsRare', false), refused('such a xIsRare')],
  [
    'drops scripts of a third text',
    {
      keeps: ({ xNote, ...plant }) => ({
        ...plant,
        ...(xNote !== undefined && { xNote: withoutScripts(xNote) }),
      }),
    },
    / 1 difference: xNote came back /,
  ],
  [
    'refuses long values of a third text',
    { refuses: ({ xNote }) => String(xNote).length > 255 },
    /refuses xNotes of more than 255 characters \(2 requests\): 400: No/,
  ],
])('A service is told that %s', async (_, fault, said) => {
  expect((await report(fault)).text).toMatch(said)
})
