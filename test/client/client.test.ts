// `addPlant` works however it is called.
import { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test, vi } from 'vitest'
import { added, baseUrl, clientOf, monstera } from './stub-fetch.ts'

describe('addPlant works', () => {
  test('when it is destructured', async () => {
    const { addPlant } = clientOf(added()).client
    expect((await addPlant(monstera)).ok).toBe(true)
  })

  test('as a callback', async () => {
    const readForm = async () => monstera
    expect((await readForm().then(clientOf(added()).client.addPlant)).ok).toBe(true)
  })

  test('through a Proxy that a state library has put around the client', async () => {
    const reactive = new Proxy(clientOf(added()).client, {})
    expect((await reactive.addPlant(monstera)).ok).toBe(true)
  })

  test('on a frozen prototype', async () => {
    class Frozen extends PlantStoreClient {
      override addPlant(...given: Parameters<PlantStoreClient['addPlant']>) {
        return super.addPlant(...given)
      }
    }
    Object.freeze(Frozen.prototype)
    const fetch = async () => added()
    const { addPlant } = new Frozen({ baseUrl, accessToken: 'token', fetch })
    expect((await addPlant(monstera)).ok).toBe(true)
  })

  test('in a subclass that overrides it', async () => {
    class Logging extends PlantStoreClient {
      readonly names: string[] = []
      override addPlant(...given: Parameters<PlantStoreClient['addPlant']>) {
        this.names.push(given[0].name)
        return super.addPlant(...given)
      }
    }
    const fetch = async () => added()
    const client = new Logging({ baseUrl, accessToken: 'token', fetch })
    const { addPlant } = client
    expect((await addPlant(monstera)).ok).toBe(true)
    expect(client.names).toEqual([monstera.name])
  })

  test('with a spy on it, on the client or on the class', async () => {
    const { client } = clientOf(added())
    const onClient = vi.spyOn(client, 'addPlant')
    await client.addPlant(monstera)
    expect(onClient).toHaveBeenCalledWith(monstera)
    const onClass = vi.spyOn(PlantStoreClient.prototype, 'addPlant')
    await clientOf(added()).client.addPlant(monstera)
    expect(onClass).toHaveBeenCalledWith(monstera)
    onClass.mockRestore()
  })

  test('with a test double of the class that came after the client, until it is restored', async () => {
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

  test('in a subclass whose field replaces it', async () => {
    class Named extends PlantStoreClient {
      override addPlant = (...given: Parameters<PlantStoreClient['addPlant']>) =>
        super.addPlant({ ...given[0], name: 'Named' })
    }
    const bodies: unknown[] = []
    const fetch = async (_url: string, init: RequestInit) => {
      bodies.push(init.body)
      return added()
    }
    await new Named({ baseUrl, accessToken: 'token', fetch }).addPlant(monstera)
    expect(bodies).toEqual(['{"id":1,"name":"Named"}'])
  })
})
