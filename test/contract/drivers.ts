import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { JSDOM } from 'jsdom'
import { expect } from 'vitest'
import { readJson } from '../../mock/json/read.ts'
import { writeJson } from '../../mock/json/write.ts'
import { differences } from '../support/rule-differences.ts'
import type * as everything from './package.ts'

/** The package, built with what was generated for an edit. */
export type Package = typeof everything

export interface Plants {
  valid: unknown[]
  invalid: unknown[]
}

const accessToken = 'token-of-the-drivers'

/** The client against the mock: what is valid is added and comes back, what is not is not sent. */
async function client(built: Package, { valid, invalid }: Plants): Promise<void> {
  const { contract, createMockStore, newPlantSchema, parseSuccess, PlantStoreClient } = built
  const store = createMockStore()
  const baseUrl = 'http://localhost'
  const client = new PlantStoreClient({ baseUrl, accessToken, fetch: store.fetch })
  for (const plant of valid) {
    const { data, error } = await client.addPlant(plant as never)
    expect([plant, error?.message]).toEqual([plant, undefined])
    expect(data).toEqual(parseSuccess(writeJson(contract.pickSuccess(plant as never))))
  }
  expect(store.plants.map(plant => writeJson(plant))).toEqual(valid.map(written(built)))
  for (const plant of invalid) {
    const { error } = await client.addPlant(plant as never)
    expect([plant, error?.kind]).toEqual([plant, 'invalid-request'])
    expect(newPlantSchema['~standard'].validate(plant)).toHaveProperty('issues')
  }
}

/** The JSON of a plant as the mock keeps it. */
const written = (built: Package) => (plant: unknown) =>
  exactJson(built.contract.pickRequest(plant as never))

/** JSON whose integers are all written out, as the mock writes what it has read. */
const exactJson = (value: unknown) => writeJson(readJson(writeJson(value)))

/** The mock's own options. */
async function options({ createMockStore }: Package, { valid, invalid }: Plants): Promise<void> {
  const create = (plant: unknown) => createMockStore({ plants: [plant] as never })
  for (const plant of valid) expect(create(plant).plants).toHaveLength(1)
  for (const plant of invalid) expect(() => create(plant)).toThrow(TypeError)
}

/** The client of a mock that fails: errors are the contract's, and a wrong shape is none. */
async function failures(built: Package): Promise<void> {
  const { contract, createMockStore, PlantStoreClient } = built
  const { fetch, failNext } = createMockStore()
  const options = { baseUrl: 'http://localhost', accessToken, fetch, maxRetries: 0 }
  const client = new PlantStoreClient(options)
  failNext({ status: 409 })
  failNext('wrong-shape')
  failNext({ status: 400, body: contract.errorBody(400, `No ${accessToken} here`) })
  const refused = await client.addPlant(contract.requestExample as never)
  expect(refused.error).toMatchObject({
    kind: 'api',
    status: 409,
    body: contract.errorBody(409, 'Failed on command with 409'),
    message: expect.stringContaining('returned 409: Failed on command with 409'),
  })
  const wrong = await client.addPlant(contract.requestExample as never)
  expect(wrong.error).toMatchObject({
    kind: 'unexpected-response',
    status: contract.successStatus,
  })
  const echoed = await client.addPlant(contract.requestExample as never)
  expect(echoed.error).toMatchObject({ kind: 'api' })
  expect(JSON.stringify(echoed.error)).not.toContain(accessToken)
}

/** Journal, control API and console of a server: every digit is shown. */
async function server(built: Package, { valid }: Plants): Promise<void> {
  const { connectMockServer, createLogEntry, createPlantItem, exampleCommand } = built
  await using server = await built.startMockServer({ port: 0 })
  const client = new built.PlantStoreClient({ baseUrl: server.url, accessToken })
  for (const plant of valid) expect(await client.addPlant(plant as never)).toHaveProperty('data')
  const mock = connectMockServer(server.url)
  const plants = await mock.plants()
  const requests = await mock.requests()
  expect(plants.map(plant => writeJson(plant))).toEqual(valid.map(written(built)))
  expect(requests.map(({ body }) => writeJson(body))).toEqual(valid.map(exactJson))
  expect(JSON.stringify(server.store.requests)).toContain(`"body":${exactJson(valid.at(-1))}`)
  expect(exampleCommand(server.url, true)).toContain(`${server.url}${built.contract.path} `)

  await inDocument(async () => {
    for (const plant of plants)
      expect(createPlantItem(plant).textContent).toContain(String(plant.id))
    for (const request of requests) {
      const { outcome, element } = createLogEntry({ ...request, time: request.time.toJSON() })
      expect(outcome).toBe('good')
      element.querySelector('details')?.dispatchEvent(new (windowOf(element).Event)('toggle'))
      expect(element.textContent).toContain(writeJson(request.body, '  '))
    }
  })
}

const windowOf = (element: HTMLElement) => element.ownerDocument.defaultView ?? globalThis

/** Runs what needs the document of a page. */
async function inDocument(run: () => Promise<void>): Promise<void> {
  const { window } = new JSDOM()
  Object.assign(globalThis, { document: window.document })
  try {
    await run()
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
  }
}

/** Every rule of the mock, on the mock. */
async function rules({ contract, createMockStore, rules, runRule }: Package): Promise<void> {
  expect(rules.some(({ specified }) => specified === 'added')).toBe(true)
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const rule of rules) {
    const outcome = await runRule(rule, 'http://localhost', createMockStore(rule.options).fetch)
    expect([rule.name, differences(rule, outcome, contract)]).toEqual([rule.name, []])
  }
}

interface Line {
  rule: string
  verdict: string
  reasons: string[]
  sameAsMock: boolean
}

/** A run of `verify`: the exit code, and a line for each rule. */
export async function verified(
  { verify }: Package,
  url: string,
): Promise<{ code: number; lines: Line[] }> {
  const printed: string[] = []
  const code = await verify([url, '--token', accessToken, '--json'], {
    program: 'plant-store-client',
    print: text => void printed.push(text),
    warn() {},
  })
  return { code, lines: printed.slice(1, -1).map(line => JSON.parse(line)) }
}

/** The mock as a service that `verify` is run against: it conforms, and does what the mock does. */
async function verify(built: Package): Promise<void> {
  await using server = await built.startMockServer({ port: 0 })
  const { code, lines } = await verified(built, server.url)
  const isFine = ({ verdict }: Line) => verdict === 'conforms' || verdict === 'unspecified'
  expect(lines.filter(line => !isFine(line) || !line.sameAsMock)).toEqual([])
  expect(lines.some(({ verdict }) => verdict === 'conforms')).toBe(true)
  expect(code).toBe(0)
}

/** A service whose every success has no body of the contract's shape. */
async function verifyWrongService(built: Package): Promise<void> {
  const { code, lines } = await verifiedService(built, () => '[]')
  expect(code).toBe(1)
  expect(lines.filter(({ verdict }) => verdict === 'conforms')).toEqual([])
}

/** Runs `verify` against a service that answers each body with a success. */
export async function verifiedService(
  built: Package,
  answer: (body: string) => string,
): ReturnType<typeof verified> {
  const service = createServer(async (request, response) => {
    const body = answer(await text(request))
    const headers = { 'content-type': built.contract.successMediaType }
    response.writeHead(built.contract.successStatus, headers).end(body)
  })
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  try {
    return await verified(built, `http://127.0.0.1:${port}`)
  } finally {
    service.closeAllConnections()
    await new Promise(resolve => service.close(resolve))
  }
}

/** Each puts the edit to one of the ways in which the package is used. */
export const drivers: readonly ((built: Package, plants: Plants) => Promise<void>)[] = [
  client,
  options,
  failures,
  server,
  verify,
  // What takes long is left to npm run test:long.
  ...(process.env.MODE === 'long' ? [rules, verifyWrongService] : []),
]
