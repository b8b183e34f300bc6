// connectMockServer: mistakes are reported before anything is sent, in the words of the store.
import { runInNewContext } from 'node:vm'
import { connectMockServer, createMockStore, type Failure } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { PLANT_FIELDS } from '../harness/plant-fields.ts'

/** Nothing listens there, so what is sent is no TypeError. */
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

describe('In process and over the control API, the same error is thrown for', () => {
  test.each<[string, unknown, unknown, RegExp]>([
    ['no failure', undefined, undefined, /^failure is required$/],
    [
      'a circular body',
      { status: 500, body: circle },
      {},
      /^failure\/body cannot be written as JSON/,
    ],
    ['null as options', 'cut-short', null, /^options must be an object$/],
    ['a Map of options', 'cut-short', new Map(), /^options must be a plain object$/],
    ['options of a class', 'cut-short', new Options(), /^options must be a plain object$/],
    ['a failure twice', 'cut-short', { failure: 'boom' }, /^failure is not an option of failNext$/],
    ['an unknown option', 'cut-short', { time: 1 }, /^time is not an option of failNext$/],
    ['a function as times', 'cut-short', { times: () => 1 }, /^times must be a positive integer/],
    [
      'headers that are Headers',
      { status: 500, headers: new Headers() },
      {},
      /a plain object whose/,
    ],
  ])('%s', async (_case, failure, options, message) => {
    const args = [failure, options] as [Failure, object]
    const inProcess = await errorOf(() => createMockStore().failNext(...args))
    expect(inProcess).toBeInstanceOf(TypeError)
    expect(inProcess).toHaveProperty('message', expect.stringMatching(message))
    expect(await errorOf(() => mock.failNext(...args))).toEqual(inProcess)
  })

  test.each<[string, unknown, RegExp]>([
    ['null as options', null, /^options must be an object$/],
    ['unknown options', { skip: 1, times: 2 }, /^skip is not an option of holdNext; times is not/],
    ['a field that no plant has', { match: { nam: 1 } }, /^match\/nam is not a field of a plant/],
  ])('%s of holdNext', async (_case, options, message) => {
    const inProcess = await errorOf(() => createMockStore().holdNext(options as never))
    expect(inProcess).toBeInstanceOf(TypeError)
    expect(inProcess).toHaveProperty('message', expect.stringMatching(message))
    expect(await errorOf(() => mock.holdNext(options as never))).toEqual(inProcess)
  })

  test.each<[string, unknown, RegExp]>([
    ['undefined', undefined, /^plants is required$/],
    [
      'a plant without a name, and a function',
      [{ id: 1 }, () => {}],
      /^plants\/0\/name is required; plants\/1 must/,
    ],
  ])('%s as plants', async (_case, plants, message) => {
    const inProcess = await errorOf(() => createMockStore().addPlants(plants as []))
    expect(inProcess).toBeInstanceOf(TypeError)
    expect(inProcess).toHaveProperty('message', expect.stringMatching(message))
    expect(await errorOf(() => mock.addPlants(plants as []))).toEqual(inProcess)
  })

  test.each<[string, unknown, RegExp]>([
    ['null', null, /^settings must be an object$/],
    ['an unknown setting', { plants: [] }, /^plants is not a setting$/],
    ['a negative latency', { latency: -1 }, /^latency must be a number of milliseconds/],
  ])('%s as settings', async (_case, update, message) => {
    const inProcess = await errorOf(() => createMockStore().updateSettings(update as object))
    expect(inProcess).toBeInstanceOf(TypeError)
    expect(inProcess).toHaveProperty('message', expect.stringMatching(message))
    expect(await errorOf(() => mock.updateSettings(update as object))).toEqual(inProcess)
  })

  test.each<[string, unknown]>([
    ['a regular expression', /Monstera/],
    ['a Map', new Map([['id', 1]])],
    ['a string', 'Monstera'],
  ])('%s as match', async (_case, match) => {
    const kind = typeof match === 'object' && match ? 'a plain object' : 'an object'
    const message = `match must be ${kind} of ${PLANT_FIELDS}`
    const options = { match } as never
    const inProcess = await errorOf(() => createMockStore().failNext('cut-short', options))
    expect(inProcess).toHaveProperty('message', `${message}, or a function`)
    for (const call of [() => mock.failNext('cut-short', options), () => mock.holdNext(options)]) {
      const error = await errorOf(call)
      expect(error, String(call)).toBeInstanceOf(TypeError)
      expect(error, String(call)).toHaveProperty('message', message)
    }
  })
})

test('a function as match works only in process, and over control that is said', async () => {
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
  expect(() => connectMockServer('http://127.0.0.1:1', null as never)).toThrow(
    'options must be an object',
  )
})
