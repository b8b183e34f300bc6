import type { JsonRequest } from '../control/types.ts'
import { byId, h, setText } from './dom.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

const BAR = 5_000
const BARS = 60
const BARS_A_MINUTE = 60_000 / BAR

type Counts = Record<Outcome, number>

/** In this order they are stacked. */
const OUTCOMES: readonly Outcome[] = ['good', 'refused', 'failed']

/** The requests of the last 5 minutes by outcome: as bars, and as a table for a screen reader. */
export class Chart {
  readonly #paths = OUTCOMES.map(outcome => byId(`chart-${outcome}`))
  /** The counts by the time of their bar, in units of a bar. */
  readonly #bars = new Map<number, Counts>()
  #timer: ReturnType<typeof setTimeout> | undefined

  add(request: JsonRequest): void {
    const bar = Math.floor(Date.parse(request.time) / BAR)
    const counts = this.#bars.get(bar) ?? { good: 0, refused: 0, failed: 0 }
    counts[outcomeOf(request)]++
    this.#bars.set(bar, counts)
    byId('chart').hidden = false
    this.#schedule(250)
  }

  clear(): void {
    this.#bars.clear()
    byId('chart').hidden = true
    this.#schedule(0)
  }

  #schedule(delay: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#draw()
      if (this.#bars.size > 0) this.#schedule(1_000)
    }, delay)
  }

  #draw(): void {
    const now = Math.floor(Date.now() / BAR)
    const first = Math.max(now, ...this.#bars.keys()) - BARS + 1 // the server's clock may be ahead
    for (const bar of this.#bars.keys()) if (bar < first) this.#bars.delete(bar)
    const shown = Array.from({ length: BARS }, (_, index) => this.#bars.get(first + index))
    const highest = Math.max(...shown.map(total))
    OUTCOMES.forEach((_, level) => {
      const bars = shown.map((counts, x) => counts && drawBar(counts, level, x, highest))
      this.#paths[level]?.setAttribute('d', bars.join(''))
    })
    const text = `Last 5 minutes; the highest bar is ${count(highest)} in 5 seconds`
    setText(byId('chart-title'), text)
    showTable(shown)
  }
}

const count = (requests: number) =>
  `${requests.toLocaleString('en')} request${requests === 1 ? '' : 's'}`

const total = (counts: Counts | undefined) =>
  counts ? counts.good + counts.refused + counts.failed : 0

/** One part of a bar; the chart is 1 high, and each bar 1 wide. */
function drawBar(counts: Counts, level: number, x: number, highest: number): string {
  const height = counts[OUTCOMES[level] as Outcome] / highest || 0
  if (height === 0) return ''
  const below = OUTCOMES.slice(0, level).reduce((sum, each) => sum + counts[each], 0) / highest
  return `M${x + 0.1} ${1 - below}v${-height}h.8v${height}z`
}

/** A row a minute, which is only written when it has changed. */
function showTable(shown: readonly (Counts | undefined)[]): void {
  const rows = Array.from({ length: BARS / BARS_A_MINUTE }, (_, minute) => {
    const bars = shown.slice(minute * BARS_A_MINUTE, (minute + 1) * BARS_A_MINUTE)
    const sums = OUTCOMES.map(each => bars.reduce((sum, counts) => sum + (counts?.[each] ?? 0), 0))
    const ago = BARS / BARS_A_MINUTE - minute
    return [ago === 1 ? 'the last minute' : `${ago} minutes ago`, ...sums]
  })
  const body = byId('chart-table')
  const key = rows.join()
  if (body.dataset.key === key) return
  body.dataset.key = key
  body.replaceChildren(
    ...rows.map(([ago, ...sums]) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, String(ago)),
        ...sums.map(sum => h('td', {}, String(sum))),
      ),
    ),
  )
}
