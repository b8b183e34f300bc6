import type { JsonRequest, MockState } from '../control/types.ts'
import { byId, h, setText } from './dom.ts'
import { describeFailure, faults, statuses } from './failures.ts'
import { createRow, type LogEntry } from './log-entry.ts'
import { createOnlineButton } from './online-button.ts'
import { sendChange } from './send-change.ts'

/** A request that waits, and its line. */
interface WaitingRow {
  readonly since: number
  readonly element: HTMLElement
  readonly clock: HTMLElement
}

const MAX_SHOWN = 50

/** The requests that have no response yet: held ones, which can be released or failed, and delayed ones. */
export class Waiting {
  readonly #list = byId('waiting')
  readonly #rows = new Map<number, WaitingRow>()
  /** Rows that have just gone, so that the line of the answered request can take their place. */
  readonly #gone = new Map<number, { open: boolean; focused: boolean }>()
  #timer: ReturnType<typeof setInterval> | undefined

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  show({ inFlight, inFlightCount, holds }: MockState): void {
    const shown = inFlight.slice(0, MAX_SHOWN)
    const numbers = new Set(shown.map(({ number }) => number))
    for (const number of this.#rows.keys()) if (!numbers.has(number)) this.#remove(number)
    for (const request of shown) {
      const row = this.#rows.get(request.number) ?? this.#add(request)
      const hold = holds.find(each => each.request?.number === request.number)
      if (hold && row.element.childElementCount === 1)
        row.element.append(createHoldActions(request.number, hold.id))
    }
    const more = byId('more-waiting')
    more.hidden = inFlightCount <= shown.length
    setText(more, `${(inFlightCount - shown.length).toLocaleString('en')} more are waiting.`)
    this.#tick()
  }

  /** Expands and focuses the line of a request as it was while the request waited. */
  handOver({ request, element }: LogEntry): void {
    const { open, focused } = this.#gone.get(request.number) ?? {}
    this.#gone.delete(request.number)
    const details = element.querySelector('details')
    if (open && details) details.open = true
    if (focused && document.activeElement === document.body)
      element.querySelector('summary')?.focus({ preventScroll: true })
  }

  clear(): void {
    for (const number of this.#rows.keys()) this.#remove(number)
    this.#gone.clear()
  }

  #add(request: JsonRequest): WaitingRow {
    const status = h('span', { class: 'status' }, request.inFlight === 'held' ? 'held' : 'wait')
    const clock = h('span', { class: 'duration' })
    const details = createRow(request, [status, clock, h('span', { class: 'waits' }, 'waiting')])
    const element = h('li', { 'data-outcome': 'waiting' }, details)
    const row = { since: Date.parse(request.time), element, clock }
    this.#rows.set(request.number, row)
    this.#list.prepend(element)
    return row
  }

  #remove(number: number): void {
    const { element } = this.#rows.get(number) ?? {}
    this.#rows.delete(number)
    const open = element?.querySelector('details')?.open === true
    const focused = element?.contains(document.activeElement) === true
    if (open || focused) this.#gone.set(number, { open, focused })
    element?.remove()
  }

  /** Counts the seconds while something waits. */
  #tick(): void {
    for (const { since, clock } of this.#rows.values())
      setText(clock, `${Math.max(0, Math.floor((Date.now() - since) / 1_000))} s`)
    if (this.isEmpty) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else this.#timer ??= setInterval(() => this.#tick(), 1_000)
  }
}

/** Releases a held request, or fails it. */
function createHoldActions(number: number, id: string): HTMLElement {
  const path = `/holds/${id}/release`
  const choices = [...faults, ...statuses].map(([failure]) => failure)
  const select = h('select', { 'aria-label': `Failure of request ${number}` })
  select.append(...choices.map(failure => h('option', {}, describeFailure(failure))))
  const release = () => sendChange('POST', path, {}, `Request ${number} was released.`)
  const fail = () => {
    const failure = choices[select.selectedIndex]
    if (!failure) return
    const text = `Request ${number} was released with ${describeFailure(failure)}.`
    return sendChange('POST', path, { failure }, text)
  }
  return h(
    'div',
    { class: 'line hold-actions' },
    createOnlineButton('Release', release, {
      'aria-label': `Release request ${number}`,
    }),
    h('span', { class: 'soft' }, 'or answer it with'),
    select,
    createOnlineButton('Fail', fail, { 'aria-label': `Fail request ${number}` }),
  )
}
