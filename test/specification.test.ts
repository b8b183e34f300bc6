// Each sentence of the service's specification that states a rule, and the test that it holds.
import { readFile } from 'node:fs/promises'
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const description = parse(await readFile('openapi.yaml', 'utf8'))
const { schemas } = description.components

describe('What the service does', () => {
  test('The base address of the service is {base_url}, with the default of OpenAPI: /', () => {
    const variables = { base_url: { default: '/' } }
    expect(description.servers).toMatchObject([{ url: '{base_url}', variables }])
  })

  test('addPlant creates a new plant in the store, the one operation', () => {
    const post = { operationId: 'addPlant', summary: 'Creates a new plant in the store' }
    expect(description.paths).toEqual({ '/plants': { post: expect.objectContaining(post) } })
  })
})

describe('The client', () => {
  async function sent(newPlant: Parameters<PlantStoreClient['addPlant']>[0]) {
    const calls: { url: string; init: RequestInit }[] = []
    const client = new PlantStoreClient({
      baseUrl: 'https://plants.example.com/v1',
      accessToken: 'ACCESS_TOKEN',
      fetch: async (url, init = {}) => {
        calls.push({ url: String(url), init })
        return Response.json({ name: 'Monstera' })
      },
    })
    const result = await client.addPlant(newPlant)
    const headers = new Headers(calls[0]?.init.headers)
    return { result, calls, headers, init: calls[0]?.init, url: calls[0]?.url }
  }

  test('sends POST to /plants, relative to the base address', async () => {
    const { url, init } = await sent({ id: 1, name: 'Monstera' })
    expect(url).toBe('https://plants.example.com/v1/plants')
    expect(init?.method).toBe('POST')
  })

  test('sends the header Authorization with the value "Bearer <ACCESS_TOKEN>"', async () => {
    const { headers } = await sent({ id: 1, name: 'Monstera' })
    expect(headers.get('authorization')).toBe('Bearer ACCESS_TOKEN')
  })

  test('sends the body as application/json, with id, name and tag', async () => {
    const { headers, init } = await sent({ id: 1, name: 'Monstera', tag: 'tropical' })
    expect(headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(String(init?.body))).toEqual({ id: 1, name: 'Monstera', tag: 'tropical' })
  })

  test('tag is optional', async () => {
    const { init } = await sent({ id: 1, name: 'Monstera' })
    expect(JSON.parse(String(init?.body))).toEqual({ id: 1, name: 'Monstera' })
  })

  test.each([
    ['name is required', { id: 1 }],
    ['id is required', { name: 'Monstera' }],
    ['name is a string', { id: 1, name: 1 }],
    ['tag is a string', { id: 1, name: 'Monstera', tag: 1 }],
    ['id is an integer', { id: 1.5, name: 'Monstera' }],
    ['id is an int64: not 2^63', { id: 2n ** 63n, name: 'Monstera' }],
    ['id is an int64: not -2^63 - 1', { id: -(2n ** 63n) - 1n, name: 'Monstera' }],
  ])('%s: anything else is not sent', async (_rule, newPlant) => {
    const { result, calls } = await sent(newPlant as never)
    expect(calls).toHaveLength(0)
    expect(result.error?.kind).toBe('invalid-request')
  })

  test.each([2n ** 63n - 1n, -(2n ** 63n)])('id is an int64: %s is sent', async id => {
    const { init } = await sent({ id, name: 'Monstera' })
    expect(init?.body).toContain(`"id":${id}`)
  })

  async function resultOf(response: Response) {
    const client = new PlantStoreClient({
      baseUrl: 'https://plants.example.com',
      accessToken: 'token',
      fetch: async () => response,
    })
    return client.addPlant({ id: 1, name: 'Monstera' })
  }

  test('status 200 with a Plant is the success', async () => {
    const result = await resultOf(Response.json({ name: 'Monstera', tag: 'tropical' }))
    expect(result).toMatchObject({ ok: true, data: { name: 'Monstera', tag: 'tropical' } })
  })

  test.each([
    ['without name', {}],
    ['whose name is not a string', { name: 1 }],
    ['whose tag is not a string', { name: 'Monstera', tag: 1 }],
  ])('status 200 with a body %s is not a Plant', async (_case, body) => {
    const result = await resultOf(Response.json(body))
    expect(result.error?.kind).toBe('unexpected-response')
  })

  test('status 400 with an Error is what the service says', async () => {
    const result = await resultOf(Response.json({ error: 7, message: 'No.' }, { status: 400 }))
    expect(result.error).toMatchObject({ kind: 'api', body: { error: 7, message: 'No.' } })
    expect(result.response?.status).toBe(400)
  })

  test('an error beyond int32 is read: a newer service may have a wider format', async () => {
    const body = { error: 2 ** 31, message: 'No.' }
    const result = await resultOf(Response.json(body, { status: 400 }))
    expect(result.error).toMatchObject({ kind: 'api', body })
  })

  test.each([
    ['error is required', { message: 'No.' }],
    ['message is required', { error: 7 }],
    ['error is an integer', { error: '7', message: 'No.' }],
    ['error is an int64 at most', { error: 2 ** 64, message: 'No.' }],
    ['message is a string', { error: 7, message: null }],
  ])('Error: %s', async (_rule, body) => {
    const result = await resultOf(Response.json(body, { status: 400 }))
    expect(result.error?.kind).toBe('unexpected-response')
  })
})

describe('The mock', () => {
  const store = createMockStore()
  let server: Awaited<ReturnType<typeof startMockServer>>
  beforeAll(async () => {
    server = await startMockServer({ port: 0, store })
  })
  afterAll(() => server.close())

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/plants`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
    })

  test('Rule 1: a valid NewPlant is answered with 200 and a Plant, in JSON', async () => {
    const response = await post('{"id":1,"name":"Monstera","tag":"tropical"}')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ name: 'Monstera', tag: 'tropical' })
  })

  test('Plant has a tag when the new plant had one', async () => {
    const response = await post('{"id":2,"name":"Monstera"}')
    expect(await response.json()).toEqual({ name: 'Monstera' })
  })

  test.each([
    ['Rule 3: name is missing', '{"id":1}'],
    ['Rule 3: id is missing', '{"name":"Monstera"}'],
    ['name is not a string', '{"id":1,"name":1}'],
    ['tag is not a string', '{"id":1,"name":"Monstera","tag":1}'],
    ['id is not an integer', '{"id":1.5,"name":"Monstera"}'],
    ['id is past int64', '{"id":9223372036854775808,"name":"Monstera"}'],
    ['the body is not JSON', '{"id":1,'],
  ])('Rule 2: 400 has the shape Error where %s', async (_case, body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ error: 400, message: expect.any(String) })
  })

  const json = '{"id":1,"name":"Monstera"}'
  const asText = { 'content-type': 'text/plain' }
  test.each<[string, object, string, Record<string, string>]>([
    ['A bearer token is required', { ok: false }, json, { authorization: '' }],
    ['The request body is required', { status: 400 }, '', {}],
    ['The media type of the request body is application/json', { ok: false }, json, asText],
  ])('%s', async (_rule, expected, body, headers) => {
    expect(await post(body, headers)).toMatchObject(expected)
  })
})

describe('The description', () => {
  test('Plant: name, the name of the plant, is required, a string; tag, which specifies the type, is an optional string', () => {
    const properties = { name: { type: 'string' }, tag: { type: 'string' } }
    expect(schemas.Plant).toMatchObject({ type: 'object', required: ['name'], properties })
    expect(JSON.stringify(schemas.Plant)).toMatch(/The name of the plant.*specifies the type/)
  })

  test('NewPlant: all fields of Plant, plus, in a member of its own in allOf, id, the identification number of the plant: required, an integer of format int64', () => {
    expect(schemas.NewPlant).toMatchObject({
      allOf: [
        { $ref: '#/components/schemas/Plant' },
        { required: ['id'], properties: { id: { type: 'integer', format: 'int64' } } },
      ],
    })
    expect(JSON.stringify(schemas.NewPlant)).toContain('Identification number of the plant')
  })

  test('Error: error, a numeric error value, is an integer of format int32, message, the error text, a string, both required', () => {
    const properties = { error: { type: 'integer', format: 'int32' }, message: { type: 'string' } }
    const required = ['error', 'message']
    expect(schemas.Error).toMatchObject({ type: 'object', required, properties })
    expect(JSON.stringify(schemas.Error)).toMatch(/Numeric error value.*Error text/)
  })

  test('Bounds, allowed tag values and the rest that is not shown are not in it', () => {
    const keywords = /"(?:enum|pattern|minLength|maxLength|minimum|maximum)":/
    expect(JSON.stringify(schemas)).not.toMatch(keywords)
  })

  test('The request body, the plant to add, is required, application/json, a NewPlant', () => {
    const { requestBody } = description.paths['/plants'].post
    expect(requestBody).toMatchObject({ required: true, description: 'The plant to add' })
    expect(requestBody.content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/NewPlant' } },
    })
  })

  test('Status 200 is a Plant, the created plant, status 400 an Error, an unexpected error, both application/json; there is no other', () => {
    const { responses } = description.paths['/plants'].post
    const shape = (name: string) => ({
      'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
    })
    expect(Object.keys(responses)).toEqual(['200', '400'])
    expect(responses[200].content).toMatchObject(shape('Plant'))
    expect(responses[400].content).toMatchObject(shape('Error'))
    expect(JSON.stringify(responses)).toMatch(/The created plant.*Unexpected error/)
  })

  test('The id is not part of the declared response', () => {
    expect(schemas.Plant.properties).not.toHaveProperty('id')
  })

  test('bearerAuth, of type http with scheme bearer, applies to every operation', () => {
    expect(description.components.securitySchemes).toEqual({
      bearerAuth: { type: 'http', scheme: 'bearer' },
    })
    expect(description.security).toEqual([{ bearerAuth: [] }])
    expect(description.paths['/plants'].post.security).toBeUndefined()
  })

  test('The version is 1.0.0, the license MIT, the language OpenAPI 3.1.0', () => {
    const info = { version: '1.0.0', license: { name: 'MIT' } }
    expect(description).toMatchObject({ openapi: '3.1.0', info })
  })
})
