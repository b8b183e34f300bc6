// Messages name the URL as it is, and the value that was wrong.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { path } from '../../generated/contract.ts'
import { added, clientOf, monstera, refused } from './stub-fetch.ts'

test('a token that is part of the URL does not garble it', async () => {
  const baseUrl = 'https://plantstore.example/v1'
  const { client } = clientOf(refused(400), { baseUrl, accessToken: 'plantstore' })
  const { error } = await client.addPlant(monstera)
  expect(error?.message).toBe(`POST https://plantstore.example/v1${path} returned 400: No.`)
})

test('a refused connection says that no connection was made', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close() // from now on, the port refuses
  const baseUrl = `http://127.0.0.1:${port}`
  const { error } = await new PlantStoreClient({ baseUrl, accessToken: 'token' }).addPlant(monstera)
  expect(error?.message).toBe(
    `POST ${baseUrl}${path} made no connection: connect ECONNREFUSED 127.0.0.1:${port}`,
  )
})

describe('The constructor names the option, what it must be and what it got', () => {
  const message = (options: object) => {
    try {
      new PlantStoreClient({ baseUrl: 'https://a.example', accessToken: 'token', ...options })
    } catch (error) {
      return error instanceof TypeError ? error.message : 'no TypeError'
    }
    return 'nothing was thrown'
  }

  test.each([
    [{ baseUrl: undefined }, 'baseUrl must be an http or https URL, but got undefined'],
    [{ baseUrl: '' }, 'baseUrl must be an http or https URL, but got the string ""'],
    [
      { baseUrl: 'localhost:4010' },
      'baseUrl must be an http or https URL, but got the string "localhost:4010"',
    ],
    [
      { baseUrl: 'https://a.example?b' },
      'baseUrl must be an http or https URL without query, fragment or credentials, ' +
        'but got a string',
    ],
    [{ timeout: '5' }, 'timeout must be a positive number of milliseconds, but got the string "5"'],
    [{ maxRetries: 1.5 }, 'maxRetries must be a whole number, 0 or more, but got the number 1.5'],
    [{ retries: 1 }, 'retries is not an option'],
  ])('%j', (options, words) => {
    expect(message(options)).toBe(`plant-store-client: ${words}`)
  })

  test('but shows no secret', () => {
    expect(message({ accessToken: 'sec ret' })).toBe(
      'plant-store-client: accessToken must be a function or a bearer token of visible ASCII without spaces, ' +
        'but got a string',
    )
    const urls = [
      'https://user:secret@a.example',
      'ftp://user:secret@a',
      '//user:secret@a',
      'https://a?secret',
    ]
    for (const baseUrl of urls) expect(message({ baseUrl })).not.toContain('secret')
  })
})

describe('A call names what was wrong', () => {
  const messageOf = async (plant: object, options?: object) =>
    (await clientOf(added()).client.addPlant(plant as never, options)).error?.message

  test('with the plant', async () => {
    expect(await messageOf({ id: '1', name: 'Monstera' })).toMatch(
      /^POST \S+ was not sent: id must be an? \w+, but got the string "1"$/,
    )
    expect(await messageOf({ id: 2 ** 53, name: 'Monstera' })).toMatch(
      /id must be .*, but got the number 9007199254740992$/,
    )
  })

  test.each(['redact', 'url', 'foo', 'baseUrl', 'fetch'])(
    '%s is not an option of a call, not even undefined',
    async name => {
      expect(await messageOf(monstera, { [name]: undefined })).toMatch(
        new RegExp(` was not sent: ${name} is not an option$`),
      )
    },
  )
})

test('a console shows the error by its own name', async () => {
  const { error } = await clientOf(refused(400)).client.addPlant(monstera)
  expect(inspect(error)).toMatch(/^PlantStoreError: POST https:/)
})
