import type { MockState } from '../control/types.ts'
import { writeJson } from '../json/write.ts'
import type { Failure } from '../store/failures.ts'
import type { Aim } from './aim.ts'
import { readCustomResponse } from './custom-response.ts'
import { describePendingFailure, describePendingHold } from './describe-pending.ts'
import { byId, h, setText } from './dom.ts'
import { type Choice, faults, statuses } from './failures.ts'
import { createOnlineButton } from './online-button.ts'
import { sendChange } from './send-change.ts'

/** The buttons that fail or hold the next requests. */
export class FailureForm {
  readonly #aim: Aim
  readonly #buttons: readonly [Failure, HTMLButtonElement][]

  constructor(aim: Aim) {
    this.#aim = aim
    this.#buttons = [...statuses, ...faults].map(choice => [choice[0], this.#createButton(choice)])
    const elements = this.#buttons.map(([, button]) => button)
    byId('statuses').append(...elements.slice(0, statuses.length))
    byId('faults').append(...elements.slice(statuses.length))
    byId('custom').addEventListener('submit', event => {
      event.preventDefault()
      const failure = readCustomResponse()
      if (failure) void this.#fail(failure)
    })
    byId('hold').addEventListener('click', () => this.#hold())
  }

  /** Marks the buttons of what is pending. */
  show({ failures }: MockState): void {
    const pending = new Set(failures.map(({ failure }) => keyOf(failure)))
    for (const [failure, button] of this.#buttons) {
      const isArmed = pending.has(keyOf(failure))
      button.toggleAttribute('data-armed', isArmed)
      setText(button.lastElementChild as HTMLElement, isArmed ? ' pending' : '')
    }
  }

  #createButton([failure, label, hint]: Choice): HTMLButtonElement {
    const button = createOnlineButton('', () => this.#fail(failure))
    const armed = h('span', { class: 'visually-hidden' })
    button.append(h('b', {}, label), ' ', h('span', {}, hint), armed)
    return button
  }

  async #fail(failure: Failure): Promise<void> {
    const aim = this.#aim.read()
    if (!aim) return
    const request = { failure, ...aim }
    await sendChange('POST', '/failures', request, describePendingFailure(request))
  }

  async #hold(): Promise<void> {
    const aim = this.#aim.readMatch()
    if (aim) await sendChange('POST', '/holds', aim, describePendingHold(aim))
  }
}

/** The server may add to the headers, so only what tells the choices apart is compared. */
const keyOf = (failure: Failure) =>
  typeof failure === 'object' ? writeJson([failure.status, failure.body === undefined]) : failure
