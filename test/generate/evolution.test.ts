// A client lives longer than a contract: the client of one contract calls the mock of another, newer or older.
import { expect, test } from 'vitest'
import { bundle, generate, type Package } from './build.ts'
import { type Edit, ERROR, NAME, OWN, POST, TAG } from './edit.ts'

const PLANT = '/components/schemas/Plant/properties'
const INTEGER = { type: 'integer' }
const SERIAL = { [`${PLANT}/xSerial`]: { ...INTEGER, format: 'int64' } }
const pots = (size: object, rules: object, ofItems: object): Edit => ({
  [`${PLANT}/xPots`]: {
    ...{ type: 'array', ...rules },
    items: { type: 'object', required: ['size'], properties: { size }, ...ofItems },
  },
})

/** What a newer service adds. */
interface Addition {
  name: string
  /** The contract before, if it is not the description as it is. */
  before?: Edit
  after: Edit
  /** The body of a success that only the newer service sends. */
  answer?: object
  /** The body of an error that only the newer service sends. */
  problem?: object
  status?: number
  /** A plant that only the newer client sends. */
  plant?: object
  /** What the older service says of that plant; without it, the plant is added. */
  refusal?: string
}

const additions: Addition[] = [
  {
    name: 'more fields: one in the plant',
    after: { [`${PLANT}/xSize`]: { type: 'string' } },
    answer: { name: 'Hoya', xSize: 'S' },
    plant: { id: 1, name: 'Hoya', xSize: 'S' },
  },
  {
    name: 'an integer beyond 2^53 - 1 in the plant',
    after: SERIAL,
    answer: { name: 'Hoya', xSerial: 5 },
    plant: { id: 1, name: 'Hoya', xSerial: 2n ** 60n },
  },
  {
    name: 'a field in the new plant',
    after: { [`${OWN}/xNote`]: { type: 'string' } },
    plant: { id: 1, name: 'Hoya', xNote: 'a' },
  },
  {
    name: 'a field in the error, which was closed, and another text',
    before: { [`${ERROR}/additionalProperties`]: false },
    after: {
      [`${ERROR}/properties/xTrace`]: { type: 'string' },
      [`${ERROR}/properties/detail`]: { type: 'string' },
    },
    problem: { error: 400, message: 'No', xTrace: 'a', detail: 'More' },
  },
  {
    name: 'a value that an enum does not list',
    before: { [`${TAG}/enum`]: ['tropical'] },
    after: { [`${TAG}/enum`]: ['tropical', 'wet'] },
    answer: { name: 'Hoya', tag: 'wet' },
    plant: { id: 1, name: 'Hoya', tag: 'wet' },
    refusal: 'tag must be "tropical"',
  },
  {
    name: 'other bounds of numbers, an int32 beyond 2^31, and an int64 to its last digit',
    before: {
      [`${PLANT}/xCount`]: { ...INTEGER, format: 'int32', maximum: 9 },
      [`${PLANT}/xPh`]: { type: 'number', exclusiveMaximum: 14 },
      [`${PLANT}/xSerial`]: { ...INTEGER, format: 'int64', minimum: 1 },
    },
    after: { ...SERIAL, [`${PLANT}/xCount`]: INTEGER, [`${PLANT}/xPh`]: { type: 'number' } },
    answer: { name: 'Hoya', xCount: 3_000_000_000, xPh: 14, xSerial: -9007199254740993n },
  },
  {
    name: 'a field in an object within that was closed, and an item more',
    before: pots({ type: 'string', enum: ['S'] }, { maxItems: 1 }, { additionalProperties: false }),
    after: pots({ type: 'string' }, {}, {}),
    answer: { name: 'Hoya', xPots: [{ size: 'S' }, { size: 'XL', color: 'red' }] },
  },
  {
    name: 'a longer text in a name',
    before: { [`${NAME}/maxLength`]: 8 },
    after: { [`${NAME}/maxLength`]: 20 },
    answer: { name: 'Monstera deliciosa' },
    plant: { id: 1, name: 'Monstera deliciosa' },
    refusal: 'name must have at most 8 characters',
  },
  {
    name: 'another status of an error',
    after: {
      [`${POST}/responses/409`]: {
        description: 'Conflict',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    problem: { error: 409, message: 'No' },
    status: 409,
  },
]

const accessToken = 'token-of-two-contracts'

const unchanged: Edit = {}

/** Each contract is built once. */
const built = new Map<Edit, Promise<Package>>()

function packageOf(edit: Edit): Promise<Package> {
  const known = built.get(edit) ?? generate(edit).then(bundle)
  built.set(edit, known)
  return known
}

/** A store of one contract, and the client of another that calls it. */
function connect(client: Package, mock: Package) {
  const store = mock.createMockStore()
  const { fetch } = store
  const options = { baseUrl: 'http://h', accessToken, fetch, maxRetries: 0 }
  return { store, client: new client.PlantStoreClient(options) }
}

test.each(additions)(
  'a newer service may add more fields, values of an enum, longer texts, other bounds and further errors: no error for the older client, which still gives the plant back: $name',
  async row => {
    const older = await packageOf(row.before ?? unchanged)
    const newer = await packageOf(row.after)
    const { store, client } = connect(older, newer)
    const add = () => client.addPlant(older.contract.requestExample)
    expect(await add()).toMatchObject({ ok: true })
    if (row.refusal) {
      const { error } = await client.addPlant(row.plant as never)
      expect(error?.kind, 'its own contract does not allow it').toBe('invalid-request')
    }
    if (row.answer) {
      expect(newer.isSuccess(row.answer)).toBe(true)
      if (row.before) expect(older.isSuccess(row.answer), 'by all rules').toBe(false)
      const { successStatus: status } = newer.contract
      store.failNext({ status, body: newer.writeJson(row.answer) })
      expect(await add()).toMatchObject({ ok: true, data: row.answer })
    }
    if (row.problem) {
      expect(newer.isError(row.problem)).toBe(true)
      const { status = 400 } = row
      store.failNext({ status, body: JSON.stringify(row.problem) })
      const message = expect.stringContaining(`returned ${status}: No`)
      expect(await add()).toMatchObject({
        ok: false,
        error: { kind: 'api', body: row.problem, message },
      })
    }
  },
  60_000,
)

test.each(additions)(
  'the newer client calls an older service: $name',
  async row => {
    const older = await packageOf(row.before ?? unchanged)
    const newer = await packageOf(row.after)
    const { store, client } = connect(newer, older)
    expect(await client.addPlant(newer.contract.requestExample)).toMatchObject({ ok: true })
    if (row.plant) {
      expect(newer.issuesOfRequest(row.plant)).toEqual([])
      const result = await client.addPlant(row.plant as never)
      if (row.refusal)
        expect(result.error).toMatchObject({
          kind: 'api',
          message: expect.stringContaining(row.refusal),
        })
      else expect(result).toMatchObject({ ok: true, data: { name: 'Hoya' } })
      expect(store.plants).toHaveLength(row.refusal ? 1 : 2)
    }
  },
  60_000,
)

test.each<[what: string, sent: string]>([
  ['a required field is missing', '{"tag":"tropical"}'],
  ['a field has another JSON type', '{"name":"Hoya","tag":5}'],
  ['an int64 is a fraction', '{"name":"Hoya","xSerial":1.5}'],
  ['an int64 has too many digits', '{"name":"Hoya","xSerial":9223372036854775808}'],
  ['an integer has an exponent that no number holds', '{"name":"Hoya","xAny":1e30}'],
  ['null stands where the contract has none', '{"name":"Hoya","tag":null}'],
])(
  'a response must have the fields that the contract requires, and those that it knows must have their JSON types: one where %s is unexpected',
  async (_what, sent) => {
    const { PlantStoreClient } = await packageOf({ ...SERIAL, [`${PLANT}/xAny`]: INTEGER })
    const fetch = async () => new Response(sent)
    const client = new PlantStoreClient({ baseUrl: 'http://h', accessToken, fetch })
    const { error } = await client.addPlant({ id: 1, name: 'Hoya' })
    expect(error).toMatchObject({ kind: 'unexpected-response', mayHaveBeenAdded: true })
  },
)

test('Messages name the whole path of a field, as issues do; a field called options keeps its name', async () => {
  const { PlantStoreClient } = await packageOf({
    ...pots({ type: 'string' }, {}, {}),
    [`${PLANT}/options`]: { type: 'object', properties: { timeout: INTEGER } },
  })
  const client = new PlantStoreClient({ baseUrl: 'http://h', accessToken })
  const plant = {
    id: 1,
    name: 'Hoya',
    xPots: [{ size: 'S' }, { size: 7 }],
    options: { timeout: '5' },
  }
  const { error } = await client.addPlant(plant as never, { timeout: 0 })
  const positive = 'must be a positive number of milliseconds, but got the number 0'
  expect(error?.message).toBe(
    `POST http://h/plants was not sent: timeout ${positive}; ` +
      'xPots[1].size must be a string, but got the number 7; ' +
      'options.timeout must be an integer, but got the string "5"',
  )
  expect(error).toMatchObject({
    issues: [
      { path: ['options', 'timeout'] },
      { path: ['xPots', 1, 'size'] },
      { path: ['options', 'timeout'] },
    ],
  })
})
