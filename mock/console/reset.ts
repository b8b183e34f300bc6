import { byId } from './dom.ts'
import { sendChange } from './send-change.ts'

/** The button that resets the mock, after a question. */
export function createReset(): void {
  byId('reset').addEventListener('click', async () => {
    if (confirm('Reset the mock? Its requests, failures and added plants will be lost.'))
      await sendChange('POST', '/reset', {}, 'The mock was reset.')
  })
}
