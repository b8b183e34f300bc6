// How each client adds a plant. All of them throw where the service refuses.
import axios from 'axios'
import ky from 'ky'
import { createFetch } from 'ofetch'
import createClient from 'openapi-fetch'
import { PlantStoreClient } from 'plant-store-client'

/** The other duties of every client, by its options where it has them, otherwise by hand. */
const TIMEOUT = 10_000
const clientHeaders = { 'x-sent-by': 'bench' }
const callHeaders = { 'x-call': 'one' }
const { signal } = new AbortController()
const limited = () => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)])

/** By name; each is given `{ baseUrl, token, fetch }` and gives a function that adds a plant. */
export const sides = {
  'hand-written fetch':
    ({ baseUrl, token, fetch }) =>
    async plant => {
      const authorization = `Bearer ${token}`
      const response = await fetch(`${baseUrl}/plants`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          ...clientHeaders,
          ...callHeaders,
        },
        body: JSON.stringify(plant),
        signal: limited(),
      })
      const data = await response.json()
      if (response.status !== 200) throw new Error(`POST /plants answered ${response.status}`)
      if (typeof data?.name !== 'string') throw new Error('POST /plants answered with no plant')
      if (!['string', 'undefined'].includes(typeof data.tag)) throw new Error('The tag is not text')
      return data
    },

  'openapi-fetch': ({ baseUrl, token, fetch }) => {
    const client = createClient({ baseUrl, headers: clientHeaders, fetch })
    const provider = async () => token
    return async plant => {
      const authorization = `Bearer ${await provider()}`
      const headers = { ...callHeaders, authorization }
      const answer = await client.POST('/plants', { body: plant, headers, signal: limited() })
      if (answer.error) throw new Error('POST /plants was refused')
      return answer.data
    }
  },

  ky({ baseUrl, token, fetch }) {
    const client = ky.create({
      prefix: baseUrl,
      headers: { authorization: `Bearer ${token}`, ...clientHeaders },
      timeout: TIMEOUT,
      fetch,
    })
    return plant => client.post('plants', { json: plant, headers: callHeaders, signal }).json()
  },

  ofetch({ baseUrl, token, fetch }) {
    const client = createFetch({ fetch }).create({
      baseURL: baseUrl,
      headers: { authorization: `Bearer ${token}`, ...clientHeaders },
    })
    return plant =>
      client('/plants', {
        method: 'POST',
        body: plant,
        headers: callHeaders,
        signal: limited(), // with a signal, its own option `timeout` does nothing
      })
  },

  axios({ baseUrl, token, fetch }) {
    const client = axios.create({
      baseURL: baseUrl,
      headers: { authorization: `Bearer ${token}`, ...clientHeaders },
      timeout: TIMEOUT,
      adapter: 'fetch',
      env: { fetch },
    })
    return async plant => {
      const { data } = await client.post('/plants', plant, { headers: callHeaders, signal })
      return data
    }
  },

  'plant-store-client': settings => everythingOn(PlantStoreClient, settings),

  'plant-store-client, the same duties': ({ token, ...settings }) =>
    ours(PlantStoreClient, { ...settings, accessToken: token }),
}

/** A `PlantStoreClient`, perhaps of another commit, with its token from a provider. */
export const everythingOn = (Client, { token, ...settings }) =>
  ours(Client, { ...settings, accessToken: async () => token })

function ours(Client, options) {
  const client = new Client({ ...options, timeout: TIMEOUT, headers: clientHeaders })
  return async plant => {
    const { data, error } = await client.addPlant(plant, { signal, headers: callHeaders })
    if (error) throw error
    return data
  }
}
