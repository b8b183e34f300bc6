// `addPlant` works however it is called, and whatever has been made of the class.
import { PlantStoreClient } from 'plant-store-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { added, baseUrl, clientOf, monstera } from './stub-fetch.ts'

afterEach(() => void vi.restoreAllMocks())

type Given = Parameters<PlantStoreClient['addPlant']>
type Client = typeof PlantStoreClient

test.each<
  [how: string, call: (client: PlantStoreClient) => ReturnType<PlantStoreClient['addPlant']>]
>([
  ['destructured', ({ addPlant }) => addPlant(monstera)],
  ['as a callback', client => Promise.resolve(monstera).then(client.addPlant)],
  ["through a state library's Proxy", client => new Proxy(client, {}).addPlant(monstera)],
])('addPlant works %s', async (_how, call) => {
  expect((await call(clientOf(added()).client)).ok).toBe(true)
})

describe('addPlant works in a subclass', () => {
  const namesSentBy = async (Subclass: Client) => {
    const names: string[] = []
    const fetch = async (_url: string, { body }: RequestInit) => {
      names.push(JSON.parse(String(body)).name)
      return added()
    }
    const { addPlant } = new Subclass({ baseUrl, accessToken: 'token', fetch })
    expect((await addPlant(monstera)).ok).toBe(true)
    return names
  }
  const rename = (plant: Given[0]) => ({ ...plant, name: 'Renamed' })
  const overriding = () =>
    class extends PlantStoreClient {
      override addPlant(plant: Given[0]) {
        return super.addPlant(rename(plant))
      }
    }

  const Frozen = overriding()
  Object.freeze(Frozen.prototype)
  test.each([
    ['that overrides it', overriding()],
    ['whose prototype is frozen', Frozen],
  ])('%s', async (_which, Subclass) => {
    expect(await namesSentBy(Subclass)).toEqual(['Renamed'])
  })

  test('whose field replaces it', async () => {
    class Replacing extends PlantStoreClient {
      override addPlant = (plant: Given[0]) => super.addPlant(rename(plant))
    }
    expect(await namesSentBy(Replacing)).toEqual(['Renamed'])
  })
})

describe('A test double sees addPlant', () => {
  test('if it is a spy on the client or on the class', async () => {
    const { client } = clientOf(added())
    const onClient = vi.spyOn(client, 'addPlant')
    await client.addPlant(monstera)
    expect(onClient).toHaveBeenCalledWith(monstera)
    const onClass = vi.spyOn(PlantStoreClient.prototype, 'addPlant')
    await clientOf(added()).client.addPlant(monstera)
    expect(onClass).toHaveBeenCalledWith(monstera)
  })

  test('if it replaces the method of the class after the client was made, until it is restored', async () => {
    const { client, sent } = clientOf(added())
    const { addPlant } = client
    const fake = { ok: true, data: { name: 'Fake' }, response: new Response() } as const
    const double = vi.spyOn(PlantStoreClient.prototype, 'addPlant').mockResolvedValue(fake)
    expect(await client.addPlant(monstera)).toBe(fake)
    expect(await addPlant(monstera)).toBe(fake)
    double.mockRestore()
    expect((await addPlant(monstera)).data).toEqual(monstera)
    expect(sent).toHaveLength(1)
  })
})
