// The console's list as a model, without a browser: its two rules, in random runs, and what it says of itself.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Place } from '../../mock/console/list/lines.ts'
import { type Listed, Log } from '../../mock/console/list/log.ts'

/** `LOG_RUNS=300 npm test -- test/console/log.test.ts` takes a minute. */
const RUNS = Number(process.env.LOG_RUNS ?? 40)

interface Entry extends Listed {
  readonly key: string
  readonly request: { readonly number: number }
  readonly isWaiting: boolean
  readonly isOdd: boolean
}

/** A mock that tells, and everything that it has told. */
class Mock {
  epoch = 0
  number = 0
  ended = 0
  waiting: Entry[] = []
  readonly maxRequests: number
  #untold: Entry[] = []
  #kept: Entry[] = []

  constructor(maxRequests: number) {
    this.maxRequests = maxRequests
  }

  arrive(count: number, waits: boolean): void {
    for (let index = 0; index < count; index++) {
      const number = ++this.number
      const key = `${this.epoch}:${number}`
      const entry = { key, request: { number }, isWaiting: waits, isOdd: number % 2 === 1 }
      if (waits) this.waiting.push(entry)
      else this.#end(entry)
    }
  }

  /** Answers one that waits. */
  answer(which: number): void {
    const [entry] = this.waiting.splice(which % Math.max(1, this.waiting.length), 1)
    if (entry) this.#end({ ...entry, isWaiting: false })
  }

  #end(entry: Entry): void {
    this.ended++
    this.#untold.push(entry)
    this.#kept = [...this.#kept, entry].slice(Math.max(0, this.#kept.length + 1 - this.maxRequests))
  }

  begin(isRestart: boolean): void {
    this.epoch++
    this.#untold = []
    this.#kept = []
    this.ended = 0
    if (isRestart) this.waiting = []
    if (isRestart) this.number = 0
    this.waiting = this.waiting.map(entry => ({
      ...entry,
      key: `${this.epoch}:${entry.request.number}`,
    }))
  }

  tell() {
    const kept = new Set(this.#kept)
    const ended = this.#untold.filter(entry => kept.has(entry))
    const missed = this.#untold.length - ended.length
    this.#untold = []
    return { missed, ended, waiting: [...this.waiting], kept: this.#kept.length }
  }

  get keys(): string[] {
    return [...this.#kept, ...this.waiting].map(({ key }) => key)
  }
}

const kindsOf = ({ isWaiting, isOdd }: Entry) => [
  isWaiting ? 'waits' : 'ended',
  ...(isOdd ? ['odd'] : []),
]

const create = (max?: number) => {
  const log = new Log<Entry>(kindsOf, max)
  log.begin('It began.')
  return log
}

const places = (log: Log<Entry>): Place<Entry>[] => log.draw(0, log.length)
const keysOf = (log: Log<Entry>): string[] =>
  places(log).flatMap(({ line }) => (line.entry ? line.key : []))
const sumOf = (log: Log<Entry>): number =>
  places(log).reduce((sum, { line, missing }) => sum + (line.entry ? 1 : missing), 0)

test('While the list is stopped no row of it moves, and requests and gaps add up to what the mock has told, in random runs', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constant('arrive'), fc.integer({ min: 1, max: 30 })) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('wait'), fc.integer({ min: 1, max: 3 })) },
    { weight: 3, arbitrary: fc.tuple(fc.constant('answer'), fc.nat(9)) },
    { weight: 6, arbitrary: fc.tuple(fc.constant('tell'), fc.constant(0)) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('follow', 'stop'), fc.constant(0)) },
    { weight: 3, arbitrary: fc.tuple(fc.constant('look'), fc.nat(80)) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('filter', 'all'), fc.constant(0)) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('clear', 'restart'), fc.constant(0)) },
  )
  const runs = fc.tuple(
    fc.constantFrom(0, 5, 20, 40),
    fc.array(step, { minLength: 150, maxLength: 250 }),
  )
  const property = fc.property(runs, ([maxRequests, steps]) => {
    const log = create(40)
    log.look(0, 10)
    const mock = new Mock(maxRequests)
    let isFiltered = false
    /** What the mock has told: of this epoch, and what the list had when it was restarted. */
    let past = 0
    let first = 0
    for (const [what, number] of steps) {
      const before = places(log).map(({ line, index }) => {
        // One that waited, and has ended unseen: nobody knows how.
        return { key: line.key, index, isRow: line.entry?.isWaiting === false }
      })
      const wasStopped = !log.isFollowing
      const isSeen = (index: number) => index >= first && index <= first + 10
      if (what === 'arrive' || what === 'wait') mock.arrive(number, what === 'wait')
      if (what === 'answer') mock.answer(number)
      if (what === 'follow') log.follow()
      if (what === 'stop') log.stop()
      if (what === 'look') first = number
      if (what === 'look') log.look(first, 10)
      if (what === 'filter' || what === 'all') {
        isFiltered = what === 'filter'
        log.filter(isFiltered ? ({ isOdd }) => isOdd : undefined)
      }
      if (what === 'clear' || what === 'restart') {
        past = what === 'clear' ? 0 : isFiltered ? Number.NaN : sumOf(log)
        mock.begin(what === 'restart')
        if (what === 'clear') log.begin('It was cleared.')
        else log.restart('It was restarted.', entry => ({ ...entry, isWaiting: false }))
      }
      if (what === 'tell') log.receive(mock.tell())
      let left = 3
      log.judge(() => left-- > 0)
      while (log.isJudging) log.judge(() => true)

      // Rule 1, whenever the list has what was told.
      if (what === 'tell') {
        const isWhole = !isFiltered && !Number.isNaN(past)
        if (isWhole) expect(sumOf(log)).toBe(past + mock.ended + mock.waiting.length)
        if (log.isFollowing && !isFiltered && log.past === 0)
          expect(new Set(keysOf(log))).toEqual(new Set(mock.keys))
        expect(log.alone).toBe(log.count() - mock.keys.filter(key => log.get(key)).length)
        for (const key of keysOf(log)) expect(log.isKept(key)).toBe(mock.keys.includes(key))
      }
      // Rule 2.
      if (wasStopped && !['follow', 'clear', 'filter', 'all'].includes(what))
        for (const { key, index, isRow } of before) {
          if (log.get(key)) expect(log.indexOf(key), `${key} after ${what}`).toBe(index)
          else if (isRow) expect(isSeen(index), `${key} was seen`).toBe(false)
        }
      // What it says of itself.
      const keys = keysOf(log)
      expect(log.found).toBe(keys.length)
      expect(new Set(keys).size).toBe(keys.length)
      for (const kind of ['waits', 'ended', 'odd'])
        expect(log.count(kind), kind).toBe(
          [...allKeys(log)].filter(key => kindsOf(log.get(key) as Entry).includes(kind)).length,
        )
      for (const [place, key] of keys.entries()) {
        expect(log.move(key, 'next')).toBe(keys[place + 1])
        expect(log.move(key, 'previous')).toBe(keys[place - 1])
      }
      expect([log.move('', 'first'), log.move('', 'last')]).toEqual([keys[0], keys.at(-1)])
      if (isFiltered) expect(places(log).every(({ line }) => line.entry?.isOdd ?? true)).toBe(true)
    }
  })
  fc.assert(property, { numRuns: RUNS, endOnFailure: true })
}, 120_000)

/** The keys of all requests, listed or not. */
function allKeys(log: Log<Entry>): Set<string> {
  const keys = new Set<string>()
  log.findLast(({ key }) => {
    keys.add(key)
    return false
  })
  return keys
}

/** What the list shows, in words. */
const shown = (log: Log<Entry>): string =>
  places(log)
    .map(({ line, missing, length }) => {
      if (line.entry) return `#${line.entry.request.number}`
      const gap = missing > 0 ? `(${missing} in ${length})` : ''
      return line.heading === undefined ? gap : `[${gap}`
    })
    .join(' ')

test('What the mock has missed stands where it was, and what the list drops while it follows belongs to it', () => {
  const mock = new Mock(3)
  const log = create()
  mock.arrive(2, false)
  log.receive(mock.tell())
  expect(shown(log)).toBe('[ #1 #2')
  log.stop()
  mock.arrive(10, false)
  log.receive(mock.tell())
  expect(shown(log)).toBe('[ #1 #2 (7 in 1) #10 #11 #12')
  expect([log.newer, log.alone]).toEqual([10, 2])
  log.follow()
  expect(shown(log)).toBe('[(9 in 1) #10 #11 #12')
})

test('A request that waits stands by its arrival while the list follows, and at the end of one that is stopped', () => {
  const mock = new Mock(3)
  const log = create()
  mock.arrive(1, true)
  log.receive(mock.tell())
  mock.arrive(9, false)
  log.receive(mock.tell())
  expect(shown(log)).toBe('[ #1 (6 in 1) #8 #9 #10')
  log.stop()
  mock.arrive(1, true)
  log.receive(mock.tell())
  mock.answer(0)
  mock.arrive(1, false)
  log.receive(mock.tell())
  expect(shown(log)).toBe('[ #1 (6 in 1) #8 #9 #10 #11 #12')
})

test('Of requests that a stopped list is told of at once, one that waits stands before those that came after it', () => {
  const mock = new Mock(3)
  const log = create()
  log.stop()
  mock.arrive(1, true)
  mock.arrive(1, false)
  log.receive(mock.tell())
  expect(shown(log)).toBe('[ #1 #2')
  log.follow()
  expect(shown(log)).toBe('[ #1 #2')
})

test('A stopped list keeps its last requests and those that are seen; the others leave one empty block', () => {
  const mock = new Mock(5)
  const log = create(10)
  mock.arrive(5, false)
  log.receive(mock.tell())
  log.stop()
  log.look(1, 2)
  for (let count = 0; count < 20; count++) {
    mock.arrive(1, false)
    log.receive(mock.tell())
  }
  expect(shown(log)).toBe('[ #1 #2 #3 (12 in 12) #16 #17 #18 #19 #20 #21 #22 #23 #24 #25')
  expect(log.draw(10, 12).map(({ index, length }) => [index, length])).toEqual([[4, 12]])
  expect(log.newer).toBe(20)
})

test('What comes into view is no longer new, nor is what had been searched before', () => {
  const mock = new Mock(100)
  const log = create()
  mock.arrive(10, false)
  log.receive(mock.tell())
  log.stop()
  log.look(0, 11)
  mock.arrive(6, false)
  log.receive(mock.tell())
  expect(log.newer).toBe(6)
  log.look(4, 11)
  expect(log.newer).toBe(2)
  log.filter(({ isOdd }) => isOdd)
  while (log.isJudging) log.judge(() => true)
  expect([log.found, log.newer]).toEqual([8, 0])
  mock.arrive(3, false)
  log.receive(mock.tell())
  while (log.isJudging) log.judge(() => true)
  expect([log.found, log.newer]).toEqual([10, 2])
})

test('What has come after a request is what a screen reader is told, without what is from before or not kept', () => {
  const mock = new Mock(3)
  const log = create()
  mock.arrive(2, false)
  log.receive(mock.tell())
  expect(log.after(0)).toMatchObject([{ key: '0:1' }, { key: '0:2' }])
  mock.arrive(8, false)
  mock.arrive(1, true)
  log.receive(mock.tell())
  expect(log.after(2).map(({ key }) => key)).toEqual(['0:8', '0:9', '0:10', '0:11'])
  expect(log.newest).toBe(11)
  log.restart('It began again.', entry => entry)
  expect([log.after(0), log.newest]).toEqual([[], 0])
})
