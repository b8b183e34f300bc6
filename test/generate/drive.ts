import { JSDOM } from 'jsdom'
import { expect } from 'vitest'
import type { MockStore } from '../../mock/index.ts'
import type { Package } from './build.ts'

const accessToken = 'token-of-the-driver'

/** The client and the mock: what is valid is added and comes back, and nothing else is sent. */
export async function driveClient(
  built: Package,
  { valid, invalid }: { valid: unknown[]; invalid: unknown[] },
): Promise<void> {
  const { contract, createMockStore, PlantStoreClient } = built
  const store = createMockStore()
  const client = new PlantStoreClient({ baseUrl: 'http://h', accessToken, fetch: store.fetch })
  for (const plant of valid) {
    const { data, error, response } = await client.addPlant(plant as never)
    expect([plant, error?.message]).toEqual([plant, undefined])
    expect([data, response?.status]).toEqual([
      contract.pickSuccess(plant as never),
      contract.successStatus,
    ])
  }
  expect(store.plants).toEqual(valid.map(plant => contract.pickRequest(plant as never)))
  for (const plant of invalid) {
    const { error } = await client.addPlant(plant as never)
    expect([plant, error?.kind]).toEqual([plant, 'invalid-request'])
    expect(() => createMockStore({ plants: [plant] as never })).toThrow(TypeError)
  }
}

/** Errors of the mock are those of the contract, and the client can tell a wrong shape. */
export async function driveFailures(built: Package): Promise<void> {
  const { contract, createMockStore, PlantStoreClient } = built
  const { fetch, failNext } = createMockStore()
  const client = new PlantStoreClient({ baseUrl: 'http://h', accessToken, fetch, maxRetries: 0 })
  failNext({ status: 409 })
  failNext('wrong-shape')
  const refused = await client.addPlant(contract.requestExample)
  expect(refused.error).toMatchObject({
    kind: 'api',
    body: contract.errorBody(409, 'Injected failure: 409'),
    message: expect.stringContaining('returned 409: Injected failure: 409'),
  })
  const { error } = await client.addPlant(contract.requestExample)
  expect(error).toMatchObject({
    kind: 'unexpected-response',
    response: { status: contract.successStatus },
  })
}

const { document } = new JSDOM().window

/**
 * The console shows a plant that was sent to the mock, its editor has the example, and `verify` finds that
 * the mock conforms.
 */
export async function driveMock(
  built: Package,
  { url, fetch, store }: { url: string; fetch: typeof globalThis.fetch; store: MockStore },
): Promise<void> {
  const { contract, createElement, render, writeJson } = built
  const client = new built.PlantStoreClient({ baseUrl: url, accessToken, fetch })
  expect(await client.addPlant(contract.requestExample)).toHaveProperty('data')

  Object.assign(globalThis, { document, requestAnimationFrame() {} })
  try {
    const [plant] = store.plants
    const [request] = store.requests
    if (!plant || !request) throw new Error('Nothing was added')
    const show = (type: unknown, props: object) => {
      const root = document.createElement('div')
      render(createElement(type as never, props), root)
      return root
    }
    expect(show(built.PlantCells, { plant }).textContent).toContain(String(plant.id))
    const shown = { ...request, time: request.time.toJSON() }
    const outcome = built.outcomeOf(shown)
    expect(outcome).toBe('good')
    const row = show(built.Row, { entry: { key: '1', outcome, request: shown } })
    const texts = Object.entries(contract.requestExample).map(
      ([name, value]) => [name, typeof value === 'string' ? value : writeJson(value)] as const,
    )
    for (const [, text] of texts) expect(row.textContent).toContain(text)
    expect(built.draft.value.body).toBe(writeJson(contract.requestExample, '  '))
    expect(built.readPlant(Object.fromEntries(texts))).toEqual(contract.requestExample)
    expect(built.failures.map(([, , hint]) => hint)).toContain(
      `${contract.successStatus}, but not JSON`,
    )
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
    Reflect.deleteProperty(globalThis, 'requestAnimationFrame')
  }

  const printed: string[] = []
  const output = { print: (text: string) => void printed.push(text), warn() {} }
  const code = await built.verify([url, '--token', accessToken, '--json', '--yes'], output, fetch)
  const groups = printed.slice(1).map(line => JSON.parse(line))
  const { summary } = groups.pop()
  expect(groups.filter(({ group }) => group === 'differs')).toEqual([])
  const results = groups.flatMap(({ results = [] }) => results)
  expect(results.filter(({ sameAsMock }) => !sameAsMock)).toEqual([])
  expect(summary).toMatchObject({ differs: 0, inconclusive: 0, stopped: null })
  expect(summary.conforms).toBeGreaterThan(0)
  expect(code).toBe(0)
}
