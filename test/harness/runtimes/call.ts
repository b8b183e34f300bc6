import { PlantStoreClient, type PlantStoreClientOptions } from 'plant-store-client'
import type { Live } from './live.ts'
import { equal } from './result.ts'

/** What differs between runtimes. */
export interface Runtime {
  /** How a value is logged. */
  inspect: ((value: unknown) => string)[]
  /** Checks that it cannot pass, and why. */
  cannot: Record<string, string>
}

/** A check, which throws if it fails. */
export type Check = (live: Live, runtime: Runtime) => Promise<void>

export const monstera: { id: number; name: string } = { id: 1, name: 'Monstera' }
export const TOKEN = 'secret-token'

export const clientOf = (
  baseUrl: string,
  options: Partial<PlantStoreClientOptions> = {},
): PlantStoreClient => new PlantStoreClient({ baseUrl, accessToken: TOKEN, ...options })

type Failed = Exclude<Awaited<ReturnType<PlantStoreClient['addPlant']>>['error'], undefined>

/** Resolves to the error of a call, which must have this kind and `mayHaveBeenAdded`. */
export async function failure(
  call: ReturnType<PlantStoreClient['addPlant']>,
  kind: Failed['kind'],
  mayHaveBeenAdded: boolean,
): Promise<Failed> {
  const { ok, error } = await call
  if (ok || !(error instanceof Error)) throw new Error(`got ${JSON.stringify(error)}, no error`)
  try {
    equal([error.kind, error.mayHaveBeenAdded], [kind, mayHaveBeenAdded])
  } catch (cause) {
    throw new Error(`${(cause as Error).message}: ${error.message} (${error.cause})`)
  }
  return error
}
