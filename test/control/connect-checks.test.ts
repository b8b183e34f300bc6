// connectMockServer: mistakes are reported before anything is sent, in the words of the store.
import { runInNewContext } from 'node:vm'
import {
  connectMockServer,
  createMockStore,
  type MockFailure,
  type MockStore,
} from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { PLANT_FIELDS } from '../harness/plant-fields.ts'

/** Nothing listens there, so what is sent is not a TypeError. */
const mock = connectMockServer('http://127.0.0.1:1')

const errorOf = async (call: () => unknown): Promise<unknown> => {
  try {
    return await call()
  } catch (error) {
    return error
  }
}

const circle: { self?: object } = {}
circle.self = circle

class Options {
  times = 2
}

/** What a store in the process and a connection have in common. */
type Target = Pick<MockStore, 'failNext' | 'holdNext' | 'addPlants' | 'updateSettings'>

const failing = (failure: unknown, options?: unknown) => (target: Target) =>
  target.failNext(failure as MockFailure, options as object)
const holding = (options: unknown) => (target: Target) => target.holdNext(options as object)
const seeding = (plants: unknown) => (target: Target) => target.addPlants(plants as [])
const setting = (update: unknown) => (target: Target) => target.updateSettings(update as object)

const PLAIN = /^options must be a plain object$/

test.each<[string, (target: Target) => unknown, RegExp]>([
  ['no failure', failing(undefined), /^failure is required$/],
  ['a circular body', failing({ status: 500, body: circle }), /^failure\/body cannot be written/],
  ['Headers', failing({ status: 500, headers: new Headers() }), /a plain object whose/],
  ['null as options', failing('cut-short', null), /^options must be an object$/],
  ['a Map of options', failing('cut-short', new Map()), PLAIN],
  ['options of a class', failing('cut-short', new Options()), PLAIN],
  ['an unknown option', failing('cut-short', { time: 1 }), /^time is not an option of failNext$/],
  ['failure as an option', failing('cut-short', { failure: 1 }), /^failure is not an option of/],
  ['a function as times', failing('cut-short', { times: () => 1 }), /^times must be a positive/],
  ['null as options of holdNext', holding(null), /^options must be an object$/],
  ['unknown options of holdNext', holding({ skip: 1 }), /^skip is not an option of holdNext$/],
  ['a field that no plant has', holding({ match: { nam: 1 } }), /^match\/nam is not a field of a/],
  ['undefined as plants', seeding(undefined), /^plants is required$/],
  ['wrong plants', seeding([{ id: 1 }, () => {}]), /^plants\/0\/name is required; plants\/1 must/],
  ['null as settings', setting(null), /^settings must be an object$/],
  ['an unknown setting', setting({ plants: [] }), /^plants is not a setting$/],
  ['a negative latency', setting({ latency: -1 }), /^latency must be a number of milliseconds/],
])(
  'in process and over the control API, %s throws the same error',
  async (_case, call, message) => {
    const inProcess = await errorOf(() => call(createMockStore()))
    expect(inProcess).toBeInstanceOf(TypeError)
    expect(inProcess).toHaveProperty('message', expect.stringMatching(message))
    expect(await errorOf(() => call(mock as never))).toEqual(inProcess)
  },
)

test.each<[string, unknown, string]>([
  ['a Map', new Map([['id', 1]]), 'a plain object'],
  ['a string', 'Monstera', 'an object'],
])('%s as match throws what may be one, there', async (_case, match, kind) => {
  const message = `match must be ${kind} of ${PLANT_FIELDS}`
  const options = { match } as never
  const inProcess = await errorOf(() => createMockStore().failNext('cut-short', options))
  expect(inProcess).toHaveProperty('message', `${message}, or a function`)
  for (const call of [() => mock.failNext('cut-short', options), () => mock.holdNext(options)])
    expect(await errorOf(call), String(call)).toEqual(new TypeError(message))
})

test('match with a function works only in process, and the control API says so', async () => {
  const match = (() => true) as never
  const message = `match must be an object of ${PLANT_FIELDS}: a function works only in process`
  await expect(mock.failNext('cut-short', { match })).rejects.toThrow(message)
  await expect(mock.holdNext({ match, times: 1 } as never)).rejects.toThrow(
    `${message}; times is not an option of holdNext`,
  )
})

test('plain objects of any realm are accepted, and those without a prototype', () => {
  const store = createMockStore(runInNewContext('({ plants: [{ id: 1, name: "Hoya" }] })'))
  store.failNext({ status: 503 }, runInNewContext('({ match: { id: 7 }, skip: 1 })'))
  store.failNext(Object.assign(Object.create(null), { status: 503 }))
  expect(store.plants).toHaveLength(1)
})

test('null as the options of the connection is refused', () => {
  expect(() => connectMockServer('http://a', null as never)).toThrow('options must be an object')
})
