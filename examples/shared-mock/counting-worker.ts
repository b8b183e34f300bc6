// The Worker for the tests: its sessions count the rows that they write.
import { MockSession as Session } from './mock-session.ts'
import type { Env } from './worker.ts'

export { default } from './worker.ts'

export class MockSession extends Session {
  readonly #cursors: { rowsWritten: number }[]

  constructor(state: DurableObjectState, env: Env) {
    const { sql } = state.storage
    const exec: typeof sql.exec = sql.exec.bind(sql)
    const cursors: { rowsWritten: number }[] = []
    sql.exec = <T extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]) => {
      const cursor = exec<T>(query, ...values)
      cursors.push(cursor)
      return cursor
    }
    super(state, env)
    this.#cursors = cursors
  }

  rowsWritten(): number {
    return this.#cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0)
  }
}
