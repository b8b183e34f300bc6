import { DefaultService } from './out/codegen'
import { OpenAPI } from './out/codegen/core/OpenAPI'
import { addPlant as heyApi } from './out/hey-api'
import { client } from './out/hey-api/client.gen'
import { defaults, addPlant as oazapfts } from './out/oazapfts'
import { addPlant as orval } from './out/orval'
import { Api } from './out/swagger/api'

interface Plant {
  id: number
  name: string
}

/** Adds a plant with each of the clients. Resolves to the status. */
export const clients = {
  async 'hey-api'(baseUrl: string, token: string, plant: Plant) {
    client.setConfig({ baseUrl, auth: token })
    const { response } = await heyApi({ body: plant })
    return response?.status
  },
  async 'openapi-typescript-codegen'(baseUrl: string, token: string, plant: Plant) {
    OpenAPI.BASE = baseUrl
    OpenAPI.TOKEN = token
    return DefaultService.addPlant(plant).then(
      () => 200,
      error => error.status,
    )
  },
  async 'swagger-typescript-api'(baseUrl: string, token: string, plant: Plant) {
    const headers = { authorization: `Bearer ${token}` }
    const api = new Api({ baseUrl, baseApiParams: { headers } })
    return api.plants.addPlant(plant).then(
      ({ status }) => status,
      ({ status }) => status,
    )
  },
  async oazapfts(baseUrl: string, token: string, plant: Plant) {
    Object.assign(defaults, { baseUrl, headers: { authorization: `Bearer ${token}` } })
    const { status } = await oazapfts(plant)
    return status
  },
  async orval(baseUrl: string, token: string, plant: Plant) {
    const { fetch } = globalThis
    globalThis.fetch = (path, init) => fetch(`${baseUrl}${path}`, init) // it knows no base address
    try {
      const { status } = await orval(plant, { headers: { authorization: `Bearer ${token}` } })
      return status
    } finally {
      globalThis.fetch = fetch
    }
  },
}
