// The probes and the failures in Chromium, through msw's service worker.

import { createMockStore } from 'plant-store-client/mock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import type { ReceivedResponse } from '../../mock/contract/response.ts'
import type { Page } from '../fixtures/pages/mock.ts'
import { skipped } from '../harness/browser.ts'
import { openPage } from '../harness/browser-page.ts'
import { differences } from '../harness/differences.ts'
import { type Expectation, expectations, sendRequests } from '../harness/expectations.ts'

declare const page: Page

/** A page cannot set Origin, and msw's worker does not see the browser's. */
const fromPage = (expectation: Expectation): Expectation => ({
  ...expectation,
  requests: expectation.requests.map(({ headers: { origin: _, ...headers } = {}, ...request }) => ({
    ...request,
    headers,
  })),
})

describe.skipIf(skipped)('in the browser, through the service worker of msw', () => {
  const errors: string[] = []
  let opened: Awaited<ReturnType<typeof openPage>>
  let outcomes: Record<string, ReceivedResponse | string>
  beforeAll(async () => {
    opened = await openPage('test/fixtures/pages/mock.ts')
    opened.page.on('pageerror', error => errors.push(error.message))
    outcomes = await opened.page.evaluate(() => page.outcomes())
  })
  afterAll(() => opened?.close())

  test.each(expectations.filter(({ except }) => !except?.browser))('$name', async expectation => {
    const outcome = outcomes[expectation.name]
    expect(outcome).toBeTypeOf('object')
    expect(differences(expectation, outcome as ReceivedResponse)).toEqual([])
    const reference = createMockStore(expectation.options).fetch
    expect(outcome).toEqual(
      await sendRequests(fromPage(expectation), 'https://a.test/v1', reference),
    )
  })

  test.each([
    ['network-error', /^TypeError$/],
    ['no-answer', /^AbortError$/],
    ['cut-short', new RegExp(`^${successStatus} body: TypeError$`)],
    ['malformed-json', new RegExp(`^${successStatus} \\{"name":$`)],
    ['empty-body', new RegExp(`^${successStatus} $`)],
    ['wrong-shape', new RegExp(`^${successStatus} \\{"plant":"none"\\}$`)],
  ] as const)('the failure %s, no unhandled rejection as quiet: true', async (failure, shown) => {
    expect(await opened.page.evaluate(name => page.fail(name), failure)).toMatch(shown)
    expect(errors).toEqual([])
  })
})
