// Runs in a browser: the rules, through msw's service worker.
import { setupWorker } from 'msw/browser'
import { createMockStore, type Failure } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import type { Outcome } from '../../../mock/verify/rule.ts'
import { rules, runRule } from '../mock-rules.ts'

const store = createMockStore()
const worker = setupWorker(...createHandlers(store))
const send = (signal?: AbortSignal) =>
  fetch(`${location.origin}/v1/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: '{"id":1,"name":"Monstera"}',
    ...(signal && { signal }),
  })

/** What the test asks of the page. */
export interface Page {
  outcomes(): Promise<Record<string, Outcome | string>>
  fail(failure: Failure): Promise<string>
}

const page: Page = {
  async outcomes() {
    await worker.start({ quiet: true })
    const outcomes: Record<string, Outcome | string> = {}
    for (const rule of rules.filter(({ except }) => !except?.browser)) {
      worker.resetHandlers(...createHandlers(createMockStore(rule.options)))
      outcomes[rule.name] = await runRule(rule, `${location.origin}/v1`, fetch).catch(String)
    }
    worker.resetHandlers(...createHandlers(store))
    return outcomes
  },
  async fail(failure) {
    store.failNext(failure)
    if (failure !== 'no-answer')
      return send().then(
        async response =>
          `${response.status} ${await response.text().catch(error => `body: ${error.name}`)}`,
        error => error.name,
      )
    const abort = new AbortController()
    const sent = send(abort.signal).then(
      ({ status }) => status,
      error => error.name,
    )
    await new Promise<void>(resolve => {
      const stop = store.on('request', () => {
        stop()
        resolve()
      })
    })
    abort.abort()
    return String(await sent)
  },
}
Object.assign(globalThis, { page })
