import type { MockState } from '../control/types.ts'
import type { Failure } from '../failures.ts'
import { byId, h } from './dom.ts'
import { type Choice, faults, nameOf, statuses } from './failure-list.ts'
import { order } from './order.ts'

/** A button for each failure. */
export function offerFailures(): void {
  const times = byId<HTMLInputElement>('times')
  const always = byId<HTMLInputElement>('always')
  always.addEventListener('change', () => {
    times.disabled = always.checked
  })
  const fail = (failure: Failure) => {
    const count = always.checked ? 'Infinity' : times.valueAsNumber
    const which =
      count === 'Infinity'
        ? 'Every request'
        : count === 1
          ? 'The next request'
          : `${count} requests`
    const said = `${which} will meet: ${nameOf(failure)}.`
    return order('POST', '/failures', { failure, times: count }, said)
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
    return order('DELETE', '/failures', {}, 'No failure is waiting any more.')
  })
}

/** The failures that wait for their requests. */
export function showPending({ failures }: MockState): void {
  byId('no-pending').hidden = failures.length > 0
  byId('pending').hidden = failures.length === 0
  const items = failures.slice(0, MOST).map(({ failure, times }) => {
    const count = times === 'Infinity' ? 'all' : `× ${times}`
    return h('li', { class: 'chip' }, nameOf(failure), ' ', h('span', {}, count))
  })
  if (failures.length > MOST)
    items.push(h('li', { class: 'chip' }, `and ${failures.length - MOST} more`))
  byId('pending-list').replaceChildren(...items)
}

const MOST = 20
