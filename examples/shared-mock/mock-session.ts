import { DurableObject } from 'cloudflare:workers'
import { createMockApp, type MockApp, type MockStore, type NewPlant } from 'plant-store-client/mock'
import { readTarget } from './target.ts'
import type { Env } from './worker.ts'

/** The name of the default session's object, which no other session can have. */
export const DEFAULT_SESSION = ''

/** One session. Its plants are in its storage, so that they outlive the object in memory. */
export class MockSession extends DurableObject<Env> {
  /** Undefined for the default session. */
  readonly #name: string | undefined
  readonly #app: MockApp
  #store: MockStore | undefined

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    this.#name = state.id.name === DEFAULT_SESSION ? undefined : state.id.name
    this.#app = createMockApp({ accessTokens: [env.MOCK_TOKEN ?? ''] })
    this.#sql('CREATE TABLE IF NOT EXISTS plants (id TEXT NOT NULL, name TEXT NOT NULL, tag TEXT)')
  }

  override async fetch(request: Request): Promise<Response> {
    this.#store ??= this.#restore()
    const response = await this.#app.fetch(request)
    // A change through the control API: plants may be gone or back, or the session may have ended.
    if (request.method !== 'GET' && readTarget(request).isControl) this.#saveAll()
    return response
  }

  /** The store of the session, with the plants of the storage. */
  #restore(): MockStore {
    const store = this.#name === undefined ? this.#app.store : this.#app.session(this.#name)
    store.addPlants(this.#read())
    store.on('plant', plant => this.#save(plant))
    return store
  }

  #read(): NewPlant[] {
    return this.#sql('SELECT id, name, tag FROM plants ORDER BY rowid').map(
      ({ id, name, tag }) => ({
        id: BigInt(String(id)), // an int64 keeps its digits
        name: String(name),
        ...(tag !== null && { tag: String(tag) }),
      }),
    )
  }

  #save(plant: NewPlant): void {
    const { id, name, tag = null } = plant
    this.#sql('INSERT INTO plants VALUES (?, ?, ?)', String(id), name, tag)
  }

  #saveAll(): void {
    const hasEnded = this.#name !== undefined && !this.#app.sessions.includes(this.#name)
    if (hasEnded) this.#store = undefined
    this.ctx.storage.transactionSync(() => {
      this.#sql('DELETE FROM plants')
      for (const plant of this.#store?.plants ?? []) this.#save(plant)
    })
  }

  #sql(query: string, ...values: (string | null)[]): Record<string, SqlStorageValue>[] {
    return this.ctx.storage.sql.exec(query, ...values).toArray()
  }
}
