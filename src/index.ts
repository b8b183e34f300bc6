/**
 * The client of the Plant Store service, and the types of what it takes and returns.
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
  PlainError,
  PlantStoreError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.ts'
export { isPlantStoreError } from './is-plant-store-error.ts'
export type { AddPlantOptions, Middleware, PlantStoreClientOptions } from './options.ts'
export { type PlainResult, plainResult } from './plain.ts'
export type { ErrorBody, NewPlant, Plant } from './plant.ts'
export type { AddPlantResult } from './result.ts'
export { newPlantSchema, type SchemaResult, type StandardSchemaV1 } from './schema.ts'
export type { AccessToken } from './token.ts'
export { createTokenProvider } from './token-provider.ts'
export { unwrap } from './unwrap.ts'
