// How each client adds a plant. All of them throw where the service refuses.
import axios from 'axios'
import ky from 'ky'
import { createFetch } from 'ofetch'
import createClient from 'openapi-fetch'
import { PlantStoreClient } from 'plant-store-client'

/** By name; each is given `{ baseUrl, token, fetch }` and gives a function that adds a plant. */
export const sides = {
  'hand-written fetch':
    ({ baseUrl, token, fetch }) =>
    async plant => {
      const response = await fetch(`${baseUrl}/plants`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(plant),
      })
      if (!response.ok) throw new Error(`POST /plants answered ${response.status}`)
      return response.json()
    },

  'openapi-fetch': settings => withOpenapiFetch(settings),

  'openapi-fetch, a middleware': settings => withOpenapiFetch(settings, middleware),

  ky({ baseUrl, token, fetch }) {
    const client = ky.create({
      prefix: baseUrl,
      headers: { authorization: `Bearer ${token}` },
      fetch,
    })
    return plant => client.post('plants', { json: plant }).json()
  },

  ofetch({ baseUrl, token, fetch }) {
    const client = createFetch({ fetch }).create({
      baseURL: baseUrl,
      headers: { authorization: `Bearer ${token}` },
    })
    return plant => client('/plants', { method: 'POST', body: plant })
  },

  axios({ baseUrl, token, fetch }) {
    const client = axios.create({
      baseURL: baseUrl,
      headers: { authorization: `Bearer ${token}` },
      adapter: 'fetch',
      env: { fetch },
    })
    return async plant => (await client.post('/plants', plant)).data
  },

  'plant-store-client': ({ baseUrl, token, fetch }) => {
    const { signal } = new AbortController()
    const add = ours({
      baseUrl,
      accessToken: async () => token,
      timeout: 10_000,
      headers: { 'x-sent-by': 'bench' },
      fetch,
    })
    return plant => add(plant, { signal, headers: { 'x-call': 'one' } })
  },

  'plant-store-client, a plain token': ({ baseUrl, token, fetch }) =>
    ours({ baseUrl, accessToken: token, fetch }),

  'plant-store-client, a middleware': ({ baseUrl, token, fetch }) =>
    ours({ baseUrl, accessToken: token, fetch, middleware: [middleware] }),
}

const middleware = {
  onRequest({ request }) {
    request.headers.set('x-sent-by', 'bench')
  },
}

function withOpenapiFetch({ baseUrl, token, fetch }, ...middleware) {
  const client = createClient({ baseUrl, headers: { authorization: `Bearer ${token}` }, fetch })
  client.use(...middleware)
  return async plant => {
    const { data, error } = await client.POST('/plants', { body: plant })
    if (error) throw new Error('POST /plants was refused')
    return data
  }
}

function ours(options) {
  const client = new PlantStoreClient(options)
  return async (plant, callOptions) => {
    const { data, error } = await client.addPlant(plant, callOptions)
    if (error) throw error
    return data
  }
}
