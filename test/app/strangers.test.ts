// Any page can name sessions. It ends none that a developer uses, however many it names.
import type { MockAppOptions } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { change } from '../harness/addition.ts'
import { addition, type Reached, transports } from './transports.ts'

const MAX_SESSIONS = 3

/** How a developer comes to use a session. */
const uses: Record<string, (at: Reached) => Promise<unknown>> = {
  'an accepted request': ({ fetch, origin }) => fetch(`${origin}/~mine/plants`, addition(1)),
  'a change by the control API': ({ fetch, origin }) =>
    fetch(`${origin}/~mine/__mock/failures`, change('POST', { failure: 'cut-short' })),
  'code in the process': async ({ mock }) => mock.session('mine').addPlants([]),
}

const ofPage = { origin: 'https://page.example' }

/** What pages of other websites, and strangers on the network, send to a session. */
const strangers: Record<string, [path: string, init: RequestInit, options?: MockAppOptions]> = {
  'requests with a wrong token': ['/plants', addition(1, { authorization: 'Bearer wrong' })],
  'requests without credentials': ['/plants', { method: 'POST', headers: ofPage }],
  // Over http to another machine, a browser sends no Fetch Metadata, and an image has no Origin.
  'images of the control API': ['/__mock/plants', {}],
  'images that watch it': ['/__mock/changes', {}],
  'changes that are refused': ['/__mock/reset', change('POST', { no: 1 })],
  'requests with any token, where any is accepted': ['/plants', addition(1, ofPage), {}],
  'wrong tokens, where failures at random look like a success': [
    '/plants',
    addition(1, { authorization: 'Bearer wrong' }),
    { failureRate: 1, randomSeed: 1, accessTokens: ['token'] },
  ],
}

describe.each(Object.entries(transports))('Unused ones end first, through %s', (_name, reach) => {
  describe.each(Object.entries(strangers))('%s', (_case, [path, init, options]) => {
    test.each(Object.entries(uses))('end no session that had %s', async (_use, use) => {
      const accessTokens = ['token']
      await using at = await reach({ maxSessions: MAX_SESSIONS, ...(options ?? { accessTokens }) })
      await use(at)
      // The failures of the trial above may take the place of an accepted request.
      if (options?.failureRate) at.mock.session('mine')
      for (let count = 0; count < 3 * MAX_SESSIONS; count++)
        await at.fetch(`${at.origin}/~x${count}${path}`, init).catch(() => {})
      expect(at.mock.sessions).toHaveLength(MAX_SESSIONS)
      expect(at.mock.sessions).toContain('mine')
      // There is still room for a new one.
      const reset = await at.fetch(`${at.origin}/~new/__mock/reset`, change('POST'))
      expect(reset.status).toBe(200)
      expect(at.mock.sessions).toEqual(expect.arrayContaining(['mine', 'new']))
    })
  })
})
