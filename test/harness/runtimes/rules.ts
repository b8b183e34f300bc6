import type { MockStore } from 'plant-store-client/mock'
import { type MockRule, rules, runRule, type Transport } from '../mock-rules.ts'
import { differences } from '../rule-differences.ts'
import { held, type Result } from './result.ts'

/** A way to a store. */
export interface Opened {
  url: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  close?(): unknown
}

/** Runs every rule through a transport, which is opened for each with its own store. */
export async function holdRules(
  part: string,
  transport: Transport,
  open: (rule: MockRule) => Opened | Promise<Opened>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const rule of rules) {
    const cannot = rule.except?.[transport]
    if (cannot) {
      results.push({ part, name: rule.name, cannot })
      continue
    }
    const check = async () => {
      const opened = await open(rule)
      try {
        const found = differences(rule, await runRule(rule, opened.url, opened.fetch))
        if (found.length > 0) throw new Error(found.join('\n'))
      } finally {
        await opened.close?.()
      }
    }
    results.push(await held(part, rule.name, check))
  }
  return results
}

/** Where no address is looked up. */
export const ANYWHERE = 'https://a.test/v1'

/** The transport that every runtime has. */
export const holdStoreFetch = (
  createStore: (options?: MockRule['options']) => MockStore,
): Promise<Result[]> =>
  holdRules('store.fetch', 'store.fetch', ({ options }) => ({
    url: ANYWHERE,
    fetch: createStore(options).fetch,
  }))
