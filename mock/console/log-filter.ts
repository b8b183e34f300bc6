import { byId, field, h, setText } from './dom.ts'
import type { LogEntry } from './log-entry.ts'
import { bodyText, describeOutcome, pathOf } from './outcome.ts'

/** What the log can be reduced to. The first one is chosen at the start. */
const CHOICES: readonly (readonly [label: string, (entry: LogEntry) => boolean])[] = [
  ['All', acceptAll],
  ['Problems', ({ outcome }) => outcome !== 'good'],
  ['2xx', hasClass(2)],
  ['3xx', hasClass(3)],
  ['4xx', hasClass(4)],
  ['5xx', hasClass(5)],
  ['No response', ({ request }) => request.status === undefined],
  ['Failures', ({ request }) => request.failure !== undefined],
]

function acceptAll(): boolean {
  return true
}

function hasClass(first: number): (entry: LogEntry) => boolean {
  return ({ request }) => Math.floor((request.status ?? 0) / 100) === first
}

/** What is searched of a large body. */
const MAX_SEARCHED = 20_000

/** The search and the filter by outcome, which also counts. */
export class LogFilter {
  readonly #counts: readonly { label: HTMLElement; count: HTMLElement; value: number }[]
  readonly #searched = new WeakMap<LogEntry, string>()
  #accepts: (entry: LogEntry) => boolean = acceptAll
  #words = ''
  readonly #onChange: () => void

  /** `onChange` is called when other entries are to be shown. */
  constructor(onChange: () => void) {
    this.#onChange = onChange
    this.#counts = CHOICES.map(([text, accepts], index) => {
      const input = h('input', { type: 'radio', name: 'filter' })
      input.checked = index === 0
      input.addEventListener('change', () => {
        this.#accepts = accepts
        onChange()
      })
      const count = h('b', {}, '0')
      const label = h('label', { class: 'choice' }, input, h('span', {}, text, ' ', count))
      byId('filters').append(label)
      return { label, count, value: 0 }
    })
    const search = field('search')
    search.addEventListener('input', () => {
      this.#words = search.value.trim().toLowerCase()
      onChange()
    })
    search.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || search.value === '') return
      search.value = ''
      search.dispatchEvent(new Event('input'))
    })
  }

  matches(entry: LogEntry): boolean {
    return this.#accepts(entry) && (this.#words === '' || this.#text(entry).includes(this.#words))
  }

  /** Counts an entry that came (1) or went (-1). */
  count(entry: LogEntry, change: 1 | -1): void {
    CHOICES.forEach(([, accepts], index) => {
      const counted = this.#counts[index]
      if (counted && accepts(entry)) counted.value += change
    })
  }

  showCounts(): void {
    this.#counts.forEach(({ label, count, value }, index) => {
      setText(count, value.toLocaleString('en'))
      label.hidden = value === 0 && index > 1 && !label.querySelector('input')?.checked
    })
  }

  /** Shows everything again. */
  clear(): void {
    field('search').value = ''
    this.#words = ''
    this.#accepts = acceptAll
    const first = byId('filters').querySelector('input')
    if (first) first.checked = true
    this.#onChange()
  }

  #text(entry: LogEntry): string {
    const known = this.#searched.get(entry)
    if (known !== undefined) return known
    const { request } = entry
    const { method, url, status = 'none', response = {} } = request
    const parts = [bodyText(request), describeOutcome(request), bodyText(response)]
    const shortened = parts.map((part = '') => part.slice(0, MAX_SEARCHED))
    const text = [method, pathOf(url), status, ...shortened].join('\n').toLowerCase()
    this.#searched.set(entry, text)
    return text
  }
}
