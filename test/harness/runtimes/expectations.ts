import type { MockStore } from 'plant-store-client/mock'
import { differences } from '../differences.ts'
import { type Expectation, expectations, sendRequests, type Transport } from '../expectations.ts'
import { held, type Result } from './result.ts'

/** A way to a store. */
export interface Opened {
  url: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  close?(): unknown
}

/** Runs every expectation through a transport, which is opened for each with its own store. */
export async function holdExpectations(
  part: string,
  transport: Transport,
  open: (expectation: Expectation) => Opened | Promise<Opened>,
  /** Why this runtime cannot meet an expectation, by its name. */
  reasons: Readonly<Record<string, string>> = {},
): Promise<Result[]> {
  const results: Result[] = []
  for (const expectation of expectations) {
    const cannot = expectation.except?.[transport] ?? reasons[expectation.name]
    if (cannot) {
      results.push({ part, name: expectation.name, cannot })
      continue
    }
    const check = async () => {
      const opened = await open(expectation)
      try {
        const found = differences(
          expectation,
          await sendRequests(expectation, opened.url, opened.fetch),
        )
        if (found.length > 0) throw new Error(found.join('\n'))
      } finally {
        await opened.close?.()
      }
    }
    results.push(await held(part, expectation.name, check))
  }
  return results
}

/** Where no address is looked up. */
export const ANYWHERE = 'https://a.test/v1'

/** The transport that every runtime has. */
export const holdStoreFetch = (
  createStore: (options?: Expectation['options']) => MockStore,
  reasons?: Readonly<Record<string, string>>,
): Promise<Result[]> =>
  holdExpectations(
    'store.fetch',
    'store.fetch',
    ({ options }) => ({ url: ANYWHERE, fetch: createStore(options).fetch }),
    reasons,
  )
