// Adding a plant as people write it with fetch, and with the client: what each says of what happened.
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'

const url = 'https://plants.example.com/v1'
const token = 'token'
const form = { id: '9007199254740993', name: 'Monstera' }

const store = createMockStore({ accessTokens: [token] })
/** What arrives of the service's response, once it has added the plant. */
let arrives = (response: Response): Response => response
const fetch = async (address: string, init: RequestInit) =>
  arrives(await store.fetch(address, init))

async function addByFetch(): Promise<unknown> {
  // #region before
  const response = await fetch(`${url}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...form, id: Number(form.id) }), // …993 becomes …992
  })
  if (!response.ok) throw new Error('Not added') // wrong after a gateway's 504
  return response.json() // throws if it was cut short, though the plant was added
  // #endregion
}

const client = new PlantStoreClient({ baseUrl: url, accessToken: token, fetch })

async function addByClient(): Promise<string> {
  // #region after
  const { data, error } = await client.addPlant({ ...form, id: BigInt(form.id) })
  if (data) return `${data.name} was added`
  if (error.mayHaveBeenAdded) return 'It may have been added: please check'
  return 'It was not added: please try again'
  // #endregion
}

/** What each says, and which ids the store has then. */
async function compare(): Promise<void> {
  for (const add of [addByFetch, addByClient]) {
    store.reset()
    const said = await add().catch(error => String(error))
    console.log(
      said,
      store.plants.map(({ id }) => id),
    )
  }
}

await compare()
arrives = () => new Response('<h1>504 Gateway Timeout</h1>', { status: 504 })
await compare()
arrives = ({ headers }) => {
  const cut = new ReadableStream({ start: body => body.error(new TypeError('terminated')) })
  return new Response(cut, { headers })
}
await compare()
