import type { MockState } from '../control/types.ts'
import type { Failure } from '../store/failures.ts'
import { byId, h } from './dom.ts'
import { type Choice, faults, nameOf, statuses } from './failures.ts'
import { sendChange } from './send-change.ts'

/** Creates a button for each failure. */
export function createFailureButtons(): void {
  const times = byId<HTMLInputElement>('times')
  const always = byId<HTMLInputElement>('always')
  always.addEventListener('change', () => {
    times.disabled = always.checked
  })
  const fail = (failure: Failure) => {
    const count = always.checked ? 'Infinity' : times.valueAsNumber
    const text = `${describeRequests(count)} will fail: ${nameOf(failure)}.`
    return sendChange('POST', '/failures', { failure, times: count }, text)
  }
  const button = ([failure, label, hint]: Choice) => {
    const button = h('button', { type: 'button' }, h('b', {}, label), ' ', h('span', {}, hint))
    button.addEventListener('click', () => fail(failure))
    return button
  }
  byId('statuses').append(...statuses.map(button))
  byId('faults').append(...faults.map(button))
  byId('clear').addEventListener('click', () => {
    byId('break-title').focus()
    return sendChange('DELETE', '/failures', {}, 'The pending failures were cleared.')
  })
}

function describeRequests(count: number | 'Infinity'): string {
  if (count === 'Infinity') return 'Every request'
  return count === 1 ? 'The next request' : `The next ${count} requests`
}

/** Shows the pending failures. */
export function showPending({ failures }: MockState): void {
  byId('no-pending').hidden = failures.length > 0
  byId('pending').hidden = failures.length === 0
  const items = failures.slice(0, MAX_SHOWN).map(({ failure, times }) => {
    const count = times === 'Infinity' ? 'all' : `× ${times}`
    return h('li', { class: 'chip' }, nameOf(failure), ' ', h('span', {}, count))
  })
  if (failures.length > MAX_SHOWN)
    items.push(h('li', { class: 'chip' }, `and ${failures.length - MAX_SHOWN} more`))
  byId('pending-list').replaceChildren(...items)
}

const MAX_SHOWN = 20
