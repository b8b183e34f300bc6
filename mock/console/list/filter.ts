import { view } from '../view.ts'
import { type Chip, isListed } from './kinds.ts'
import { log, update } from './list.ts'
import { isFound } from './search.ts'

/** For how many milliseconds requests are searched at once: longer would be felt. */
const SLICE_MS = 10

let filter = ''

/** Lists what the chip and the search find. */
export function followFilter(): void {
  const read = () => {
    const { chip, search } = view.value
    const words = search.trim()
    if (filter === `${chip} ${words}`) return
    filter = `${chip} ${words}`
    update(() => log.filter(toTest(chip, words)))
    filterNext()
  }
  view.subscribe(read)
  filter = 'All '
  read()
}

const toTest = (chip: Chip, words: string) =>
  chip === 'All' && words === ''
    ? undefined
    : (entry: Parameters<typeof isFound>[0]) =>
        isListed(chip, entry.request) && (words === '' || isFound(entry, words))

const REDRAW_MS = 200

let drawn = 0

let timer: ReturnType<typeof setTimeout> | undefined

/** Searches what has not been searched, a slice at a time. */
export function filterNext(): void {
  if (!log.isJudging || timer !== undefined) return
  const start = performance.now()
  log.judge(() => performance.now() < start + SLICE_MS)
  // To draw what was found takes as long as a slice.
  if (!log.isJudging || start - drawn > REDRAW_MS) {
    drawn = start
    update(() => {})
  }
  timer = setTimeout(() => {
    timer = undefined
    filterNext()
  })
}
