import type { MockState } from '../control/types.ts'
import { byId, setText } from './dom.ts'
import { order } from './order.ts'

const field = (id: string) => byId<HTMLInputElement>(id)

/** The form of the settings; what somebody is typing is not overwritten. */
export class SettingsForm {
  #edited = false

  constructor() {
    const form = byId('settings')
    form.addEventListener('input', () => {
      this.#edited = true
    })
    form.addEventListener('submit', async event => {
      event.preventDefault()
      const least = field('least').valueAsNumber
      const most = Math.max(least, field('most').valueAsNumber)
      const change = { latency: [least, most], failureRate: field('rate').valueAsNumber / 100 }
      this.#edited = !(await order('PUT', '/settings', change, 'The settings are in force.'))
    })
  }

  show({ settings: { latency, failureRate } }: MockState): void {
    const [least, most] = latency
    const rate = Number((failureRate * 100).toFixed(6))
    const wait =
      most === 0 ? 'at once' : least === most ? `after ${most} ms` : `after ${least} to ${most} ms`
    const chance = rate === 0 ? 'none fails by chance' : `${rate} % fail by chance`
    setText(byId('in-force'), `In force: answers come ${wait}; ${chance}.`)
    if (this.#edited) return
    field('least').value = String(least)
    field('most').value = String(most)
    field('rate').value = String(rate)
  }

  /** A reset takes what was being typed with it. */
  discard(): void {
    this.#edited = false
  }
}
