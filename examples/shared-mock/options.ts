import type { MockAppOptions } from 'plant-store-client/mock'
import type { Env } from './worker.ts'

/** The options of every session. */
export const optionsOf = ({ MOCK_TOKEN = '', MOCK_HOST }: Env): MockAppOptions => ({
  accessTokens: [MOCK_TOKEN],
  allowedHosts: MOCK_HOST ? [MOCK_HOST] : [],
})
