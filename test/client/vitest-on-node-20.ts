// What the tests use of vitest, over node:test: vitest itself no longer runs on Node 20.
import { after, before, test as run, describe as suite } from 'node:test'
import { format } from 'node:util'
import { expect } from 'expect'

type Body = (...values: never[]) => unknown
type Define = (name: string, body: () => void | Promise<void>) => unknown

const each =
  (define: Define) =>
  (rows: readonly unknown[]) =>
  (name: string, body: Body): void => {
    const spread = rows.every(row => Array.isArray(row))
    for (const [index, row] of rows.entries()) {
      const values = spread ? (row as unknown[]) : [row]
      const title = format(name.replace('%#', `${index}`), ...values.slice(0, 1))
      define(title, () => body(...(values as never[])) as Promise<void>)
    }
  }

export const test: unknown = Object.assign(
  (name: string, body: () => Promise<void>) => run(name, body),
  {
    each: each(run),
  },
)
export const describe: unknown = Object.assign(
  (name: string, body: () => void) => suite(name, body),
  {
    each: each(suite as Define),
  },
)
export { after as afterAll, before as beforeAll, expect }
