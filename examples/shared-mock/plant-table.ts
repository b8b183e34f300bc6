import type { NewPlant } from 'plant-store-client'

/** The plants of a session in its storage, in the order in which they were added. */
export class PlantTable {
  readonly #storage: DurableObjectStorage
  #size: number

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql('CREATE TABLE IF NOT EXISTS plants (id TEXT NOT NULL, name TEXT NOT NULL, tag TEXT)')
    this.#size = this.read().length
  }

  get size(): number {
    return this.#size
  }

  read(): NewPlant[] {
    return this.#sql('SELECT id, name, tag FROM plants ORDER BY rowid').map(
      ({ id, name, tag }) => ({
        id: BigInt(String(id)), // an int64 keeps its digits
        name: String(name),
        ...(tag !== null && { tag: String(tag) }),
      }),
    )
  }

  /** Writes one row. */
  append({ id, name, tag }: NewPlant): void {
    this.#sql('INSERT INTO plants VALUES (?, ?, ?)', String(id), name, tag ?? null)
    this.#size++
  }

  /** Writes a row for each plant that was there, and for each that is there now. */
  replace(plants: readonly NewPlant[]): void {
    this.#storage.transactionSync(() => {
      this.#sql('DELETE FROM plants')
      this.#size = 0
      for (const plant of plants) this.append(plant)
    })
  }

  #sql(query: string, ...values: (string | null)[]): Record<string, SqlStorageValue>[] {
    return this.#storage.sql.exec(query, ...values).toArray()
  }
}
