// What the tests use of vitest, over node:test: vitest itself no longer runs on Node 20.
import { after, afterEach, before, beforeEach, test as run, describe as suite } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { format } from 'node:util'

const matchers: string = 'expect' // installed beside the bundle by on-node-20.ts
export const expect: unknown = (await import(matchers)).expect

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

/** What is to be put back, the last change first. */
const changes: (() => void)[] = []

function change(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  changes.unshift(() => {
    if (before) Object.defineProperty(target, name, before)
    else Reflect.deleteProperty(target, name)
  })
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

const restore = (): void => {
  for (const undo of changes.splice(0)) undo()
}

export const vi: unknown = {
  stubGlobal: (name: string, value: unknown) => change(globalThis, name, value),
  unstubAllGlobals: restore,
  spyOn: (target: object, name: string) => ({
    mockReturnValue: (value: unknown) => change(target, name, () => value),
  }),
  restoreAllMocks: restore,
  async waitFor(check: () => void): Promise<void> {
    for (let tries = 0; tries < 1_000; tries++) {
      try {
        return check()
      } catch {
        await setTimeout(10)
      }
    }
    check()
  },
}

export { after as afterAll, afterEach, before as beforeAll, beforeEach }
