import type { MockState } from '../control/types.ts'
import { byId, setText } from './dom.ts'
import { sendChange } from './send-change.ts'

const field = (id: string) => byId<HTMLInputElement>(id)

/** The form of the settings. An update of the state does not overwrite what is being typed. */
export class SettingsForm {
  #edited = false

  constructor() {
    const form = byId('settings')
    form.addEventListener('input', () => {
      this.#edited = true
    })
    form.addEventListener('submit', async event => {
      event.preventDefault()
      const min = field('min').valueAsNumber
      const max = Math.max(min, field('max').valueAsNumber)
      const update = { latency: [min, max], failureRate: field('rate').valueAsNumber / 100 }
      this.#edited = !(await sendChange('PUT', '/settings', update, 'The settings were changed.'))
    })
  }

  show({ settings: { latency, failureRate } }: MockState): void {
    const [min, max] = latency
    const rate = Number((failureRate * 100).toFixed(6))
    const delay = max === 0 ? 'none' : min === max ? `${max} ms` : `${min} to ${max} ms`
    setText(byId('in-force'), `Current latency: ${delay}. Random failures: ${rate} %.`)
    if (this.#edited) return
    field('min').value = String(min)
    field('max').value = String(max)
    field('rate').value = String(rate)
  }

  /** A reset also discards what is being typed. */
  discard(): void {
    this.#edited = false
  }
}
