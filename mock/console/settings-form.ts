import type { MockState } from '../control/types.ts'
import { byId, field, setText } from './dom.ts'
import { readNumber, refuse } from './field-error.ts'
import { sendChange } from './send-change.ts'

/** The form of the settings. An update of the state does not overwrite what is being typed. */
export class SettingsForm {
  #edited = false

  constructor() {
    const form = byId('settings-form')
    form.addEventListener('input', () => {
      this.#edited = true
    })
    form.addEventListener('submit', async event => {
      event.preventDefault()
      const update = readSettings()
      if (!update) return
      this.#edited = !(await sendChange('PUT', '/settings', update, 'The settings were changed.'))
    })
  }

  show({ settings }: MockState): void {
    const [min, max] = settings.latency
    const rate = Number((settings.failureRate * 100).toFixed(6))
    const delay = max === 0 ? 'none' : min === max ? `${max} ms` : `${min} to ${max} ms`
    setText(byId('in-force'), `Current latency: ${delay}. Random failures: ${rate} %.`)
    byId('settings-badge').hidden = max === 0 && rate === 0
    if (this.#edited) return
    field('min').value = String(min)
    field('max').value = String(max)
    field('rate').value = String(rate)
    field('duplicates').value = settings.duplicateIds
  }

  /** A new epoch also discards what is being typed. */
  discard(): void {
    this.#edited = false
  }
}

/** Shows all that is wrong, and returns undefined then. Reads the last field first: the focus ends on the first. */
function readSettings(): object | undefined {
  const percent = readNumber('rate', RATE)
  const max = readNumber('max', LATENCY)
  const min = readNumber('min', LATENCY)
  if (min === undefined || max === undefined) return undefined
  if (max < min) return refuse(field('max'), `Enter ${min} ms or more: the range ends here.`)
  if (percent === undefined) return undefined
  return {
    latency: [min, max],
    failureRate: percent / 100,
    duplicateIds: field('duplicates').value,
  }
}

/** A timer cannot run longer. */
const MAX_LATENCY = 2 ** 31 - 1

const LATENCY = { min: 0, max: MAX_LATENCY, text: 'Enter a number of milliseconds, 0 or more.' }
const RATE = { min: 0, max: 100, text: 'Enter a share from 0 to 100 %.' }
