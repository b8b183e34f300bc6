import { DurableObject } from 'cloudflare:workers'
import { createMockApp, type MockApp, type MockStore } from 'plant-store-client/mock'
import { optionsOf } from './options.ts'
import { PlantTable } from './plant-table.ts'
import { readTarget } from './target.ts'
import type { Env } from './worker.ts'

/** The name of the default session's object, which no other session can have. */
export const DEFAULT_SESSION = ''

/** One session. Its plants are in its storage, so that they outlive the object in memory. */
export class MockSession extends DurableObject<Env> {
  /** Undefined for the default session. */
  readonly #name: string | undefined
  readonly #app: MockApp
  readonly #table: PlantTable
  #store: MockStore | undefined

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    this.#name = state.id.name === DEFAULT_SESSION ? undefined : state.id.name
    this.#app = createMockApp(optionsOf(env))
    this.#table = new PlantTable(state.storage)
  }

  override async fetch(request: Request): Promise<Response> {
    this.#openStore()
    const response = await this.#app.fetch(request)
    if (request.method !== 'GET' && readTarget(request).isControl) this.#saveRemovals()
    return response
  }

  /** The store of the session: a new one at first, and after the control API has ended the session. */
  #openStore(): MockStore {
    const store = this.#name === undefined ? this.#app.store : this.#app.session(this.#name)
    if (store === this.#store) return store
    if (this.#store) this.#table.replace([])
    store.addPlants(this.#table.read())
    store.on('plant', plant => this.#table.append(plant))
    this.#store = store
    return store
  }

  /** Plants that were added are in the table already; a reset removes plants. */
  #saveRemovals(): void {
    const { plants } = this.#openStore()
    if (plants.length !== this.#table.size) this.#table.replace(plants)
  }
}
