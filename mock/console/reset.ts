import { byId } from './dom.ts'
import { sendChange } from './send-change.ts'

/** The reset, which can be undone for as long as its message is shown. */
export function createReset(): void {
  byId('reset').addEventListener('click', () => {
    const undo = { label: 'Undo', run: undoReset }
    return sendChange('POST', '/reset', {}, 'The mock was reset.', undo)
  })
}

async function undoReset(): Promise<void> {
  byId('reset').focus()
  await sendChange('POST', '/reset/undo', {}, 'The reset was undone.')
}
