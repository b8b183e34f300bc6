import { DurableObject } from 'cloudflare:workers'
import { createMockApp, type MockApp, type MockStore, type NewPlant } from 'plant-store-client/mock'
import type { Env } from './worker.ts'

/** One session. Its plants are in its storage, so that they outlive the object in memory. */
export class MockSession extends DurableObject<Env> {
  readonly #app: MockApp
  #store: MockStore | undefined

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    this.#app = createMockApp({ accessTokens: [env.MOCK_TOKEN ?? ''] })
    this.#sql('CREATE TABLE IF NOT EXISTS plants (id TEXT NOT NULL, name TEXT NOT NULL, tag TEXT)')
  }

  override async fetch(request: Request): Promise<Response> {
    const [, prefix] = /^\/~([^/]*)/.exec(new URL(request.url).pathname) ?? []
    const name = prefix ?? request.headers.get('x-mock-session')
    this.#store ??= this.#restore(name)
    const response = await this.#app.fetch(request)
    // A change through the control API: plants may be gone or back, or the session may have ended.
    if (request.method !== 'GET' && request.url.includes('/__mock/')) this.#saveAll(name)
    return response
  }

  /** The store of the session, with the plants of the storage. */
  #restore(name: string | null): MockStore {
    const store = name === null ? this.#app.store : this.#app.session(name)
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

  #saveAll(name: string | null): void {
    const hasEnded = name !== null && !this.#app.sessions.includes(name)
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
