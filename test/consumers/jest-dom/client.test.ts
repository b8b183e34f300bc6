import { PlantStoreClient, plainResult } from 'plant-store-client'

const plant = { id: 9007199254740993n, name: 'Monstera' }
const options = { baseUrl: 'https://plants.example.com/v1', accessToken: 'token' }

afterEach(() => jest.useRealTimers())

/** A stub of fetch without a Response, which jsdom lacks. */
const stub = (status: number, body: object) =>
  jest.fn(async () => ({ ok: status === 200, status, json: async () => body }) as Response)

test('a stub of fetch answers the client', async () => {
  const fetch = stub(200, { name: 'Monstera' })
  const client = new PlantStoreClient({ ...options, fetch })
  const { data } = await client.addPlant(plant)
  expect(data).toEqual({ name: 'Monstera' })
  expect(fetch).toHaveBeenCalledWith(
    'https://plants.example.com/v1/plants',
    expect.objectContaining({ body: '{"id":9007199254740993,"name":"Monstera"}' }),
  )
})

test('an error of the service is an Error, and a result can be made plain', async () => {
  const client = new PlantStoreClient({ ...options, fetch: stub(400, { error: 7, message: 'no' }) })
  const result = await client.addPlant(plant)
  expect(result.error).toBeInstanceOf(Error)
  expect(plainResult(result)).toMatchObject({ ok: false, error: { kind: 'api', status: 400 } })
})

test('fake timers run a time-out', async () => {
  jest.useFakeTimers()
  const client = new PlantStoreClient({ ...options, fetch: () => new Promise(() => {}) })
  const call = client.addPlant(plant)
  await jest.advanceTimersByTimeAsync(30_000)
  expect((await call).error?.kind).toBe('timeout')
})

test('a signal of the page ends a call', async () => {
  const client = new PlantStoreClient({ ...options, fetch: () => new Promise(() => {}) })
  const controller = new AbortController()
  const call = client.addPlant(plant, { signal: controller.signal })
  controller.abort()
  expect((await call).error?.kind).toBe('aborted')
})

test('where there is no fetch, the client says so', async () => {
  const { error } = await new PlantStoreClient(options).addPlant(plant)
  const said = typeof fetch === 'function' ? /ENOTFOUND/ : /there is no fetch/
  expect(error?.kind).toBe('network')
  expect(error?.message).toMatch(said)
})
