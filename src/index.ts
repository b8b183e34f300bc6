/**
 * The client of the Plant Store service, and the types of what it takes and gives.
 *
 * @module plant-store-client
 */

export { PlantStoreClient } from './client.ts'
export type {
  AbortedError,
  AccessTokenError,
  ApiError,
  InvalidRequestError,
  Issue,
  MiddlewareError,
  NetworkError,
  PlantStoreError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.ts'
export type {
  AccessToken,
  AddPlantOptions,
  Middleware,
  PlantStoreClientOptions,
} from './options.ts'
export type { NewPlant, Plant, ServiceError } from './plant.ts'
export type { AddPlantResult } from './result.ts'
