import type { Consumer } from './consumer.ts'

/** Set-ups that take long or that fewer use: `npm run test:setups`. */
export const setups: Consumer[] = []
