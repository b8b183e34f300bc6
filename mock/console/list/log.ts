// The list as a plain model: which requests stand where, and how many between them are not kept. No DOM, no Preact.
//
// 1. The requests of the list and all that is missing in it add up to what the mock has told.
// 2. While the list is stopped, places are only appended: what is dropped leaves an empty place. So the top of a row is
//    its index times its height, and cannot change.

import { compact, type Line, type Place, toLine, toPlaces } from './lines.ts'

/** What the list needs to know of a request. */
export interface Listed {
  /** Tells it from every other request, also from those before a reset or a restart. */
  readonly key: string
  readonly request: { readonly number: number }
}

/** What the mock tells at one moment. */
export interface Told<Entry> {
  /** How many requests have ended before these, and are not kept. */
  readonly missed: number
  /** The requests that have ended since it last told, in that order. */
  readonly ended: readonly Entry[]
  readonly waiting: readonly Entry[]
  /** How many of those that have ended the mock still has: the last ones. */
  readonly kept: number
}

export type Move = 'first' | 'previous' | 'next' | 'last'

export class Log<Entry extends Listed> {
  isFollowing = true
  /** Of what goes on. */
  heading: Line<Entry> = toLine('heading', 0)
  /** The number of the newest request. */
  newest = 0
  readonly #kindsOf: (entry: Entry) => readonly string[]
  readonly #max: number
  #lines: Line<Entry>[] = []
  /** The lines that the filter lets through. While the list is stopped, it only grows. */
  #listed: Line<Entry>[] = []
  readonly #byKey = new Map<string, Line<Entry>>()
  /** Those from before a restart, those that have ended since, in that order, and those that wait. */
  readonly #past = new Set<Line<Entry>>()
  readonly #ended = new Set<Line<Entry>>()
  readonly #waiting = new Set<Line<Entry>>()
  #ends = 0
  #kept = 0
  #gaps = 0
  #filter: ((entry: Entry) => boolean) | undefined
  #unjudged: Line<Entry>[] = []
  /** How many of these were there before the filter. */
  #old = 0
  /** The first and the last line that a reader sees, and the one with the focus. */
  #view = { first: 0, last: 0, focused: '' }
  /** How many of the listed lines a reader has seen. */
  #seen = 0
  readonly #tally = new Map<string, number>()

  /** Counts requests by their kinds. A stopped list keeps at most `max`, besides what is seen. */
  constructor(kindsOf: (entry: Entry) => readonly string[], max = 10_000) {
    this.#kindsOf = kindsOf
    this.#max = max
  }

  /** Empties the list. */
  begin(heading: string): void {
    for (const part of [this.#byKey, this.#past, this.#ended, this.#waiting, this.#tally])
      part.clear()
    this.#lines = []
    this.#unjudged = []
    this.#beginPart(heading)
    this.#list(this.#lines)
    this.#seen = 0
  }

  /** Keeps the requests as those from before. `end` is what becomes of one that was in flight. */
  restart(heading: string, end: (entry: Entry) => Entry): void {
    for (const line of this.#waiting) if (line.entry) this.#set(line, end(line.entry))
    for (const set of [this.#ended, this.#waiting]) {
      for (const line of set) this.#past.add(line)
      set.clear()
    }
    this.#beginPart(heading)
    this.#arrange()
  }

  #beginPart(heading: string): void {
    this.#ends = this.#kept = this.newest = 0
    this.heading = { ...toLine(`heading ${++this.#gaps}`, 0), heading }
    this.#add(this.heading)
  }

  /** Takes what the mock tells. */
  receive({ missed, ended, waiting, kept }: Told<Entry>): void {
    if (missed > 0) {
      this.#ends += missed
      this.#add({ ...toLine(`gap ${++this.#gaps}`, this.newest + 0.5), missing: missed })
      // What waited and is no longer reported is among these.
      const told = new Set([...ended, ...waiting].map(({ key }) => key))
      for (const line of this.#waiting) if (!told.has(line.key)) this.#drop(line, this.#waiting, 0)
    }
    // A stopped list has them at its end, where those that the mock tells at once stand by their arrival too.
    const byArrival = [...ended, ...waiting].sort((a, b) => a.request.number - b.request.number)
    for (const entry of byArrival) this.#put(entry)
    for (const entry of ended) {
      const line = this.#put(entry)
      line.end = ++this.#ends
      this.#waiting.delete(line)
      this.#ended.add(line)
    }
    for (const entry of waiting) this.#waiting.add(this.#put(entry))
    this.#kept = kept
    this.#trim()
    this.#arrange()
  }

  #put(entry: Entry): Line<Entry> {
    const { number } = entry.request
    const known = this.#byKey.get(entry.key)
    const line = known ?? toLine(entry.key, number)
    if (line.entry !== entry) this.#set(line, entry)
    if (known) return known
    this.newest = Math.max(this.newest, number)
    this.#byKey.set(entry.key, line)
    this.#add(line)
    return line
  }

  /** Inserts a line by its order, but below the last heading. A stopped list has it at its end. */
  #add(line: Line<Entry>): void {
    let place = this.#lines.length
    const isAfter = (other: Line<Entry> | undefined) =>
      other !== undefined && other.heading === undefined && other.order > line.order
    while (line.heading === undefined && isAfter(this.#lines[place - 1])) place--
    this.#lines.splice(place, 0, line)
    if (!this.isFollowing && (!line.entry || !this.#filter)) this.#append(line)
  }

  #append(line: Line<Entry>): void {
    line.index = this.#listed.push(line) - 1
  }

  #set(line: Line<Entry>, entry: Entry | undefined): void {
    if (line.entry) this.#count(line.entry, -1)
    line.entry = entry
    if (!entry) return
    this.#count(entry, 1)
    if (this.#filter && !line.isFound) this.#unjudged.push(line)
  }

  #count(entry: Entry, by: number): void {
    for (const kind of this.#kindsOf(entry))
      this.#tally.set(kind, (this.#tally.get(kind) ?? 0) + by)
  }

  /** Following, the list has what the mock has. Stopped, it loses nothing that is seen. */
  #trim(): void {
    this.#shorten(this.#ended, this.isFollowing ? Math.min(this.#kept, this.#max) : this.#max)
    this.#shorten(this.#past, this.#max - this.#ended.size)
  }

  #shorten(set: Set<Line<Entry>>, max: number): void {
    let excess = set.size - max
    for (const line of set) {
      if (excess-- <= 0) return
      if (this.isFollowing || !this.#isSeen(line)) this.#drop(line, set, 1)
    }
  }

  #isSeen({ key, index }: Line<Entry>): boolean {
    const { first, last, focused } = this.#view
    return key === focused || (this.indexOf(key) >= 0 && index >= first && index <= last)
  }

  #drop(line: Line<Entry>, from: Set<Line<Entry>>, missing: number): void {
    this.#set(line, undefined)
    line.missing = missing
    from.delete(line)
    this.#byKey.delete(line.key)
  }

  /** Puts everything in its place, unless the list is stopped. */
  #arrange(): void {
    if (!this.isFollowing) return
    this.#lines = compact(this.#lines)
    this.#list(this.#lines)
    this.#seen = this.#listed.length
  }

  #list(lines: readonly Line<Entry>[]): void {
    this.#listed = lines.filter(({ entry, isFound }) => !this.#filter || !entry || isFound)
    for (const [index, line] of this.#listed.entries()) line.index = index
  }

  /** Lists what a filter finds, as soon as `judge` has asked it; without one, everything. */
  filter(test: ((entry: Entry) => boolean) | undefined): void {
    this.#filter = test
    for (const line of this.#lines) line.isFound = false
    this.#lines = compact(this.#lines)
    this.#list(this.#lines)
    this.#unjudged = test ? this.#lines.filter(({ entry }) => entry) : []
    this.#old = this.#unjudged.length
    this.#seen = this.#listed.length
  }

  /** Asks the filter about requests, in their order, for as long as `hasTime`. */
  judge(hasTime: () => boolean): void {
    let judged = 0
    for (const line of this.#unjudged) {
      if (!hasTime()) break
      judged++
      if (line.isFound || !line.entry || !this.#filter?.(line.entry)) continue
      line.isFound = true
      if (this.isFollowing) continue
      this.#append(line)
      if (judged <= this.#old) this.#seen = this.length
    }
    this.#unjudged = this.#unjudged.slice(judged)
    this.#old = Math.max(0, this.#old - judged)
    this.#arrange()
  }

  get isJudging(): boolean {
    return this.#unjudged.length > 0
  }

  follow(): void {
    this.isFollowing = true
    this.#trim()
    this.#arrange()
  }

  stop(): void {
    this.isFollowing = false
  }

  /** Tells what a reader sees. What comes into view is no longer new. */
  look(first: number, count: number, focused = ''): void {
    this.#view = { first, last: first + count, focused }
    this.#seen = Math.max(this.#seen, first + count)
  }

  /** The number of places. */
  get length(): number {
    return this.#listed.length
  }

  /** What stands at places. */
  draw(from: number, to: number): Place<Entry>[] {
    return toPlaces(this.#listed, from, to)
  }

  /** How many requests have come since the reader last saw the end of the list. */
  get newer(): number {
    const unseen = this.#listed.slice(this.#seen)
    const countOf = ({ entry, missing }: Line<Entry>) => (entry ? 1 : this.#filter ? 0 : missing)
    return unseen.reduce((sum, line) => sum + countOf(line), 0)
  }

  /** How many requests the list has, of all kinds or of one. */
  count(kind?: string): number {
    return kind === undefined ? this.#byKey.size : (this.#tally.get(kind) ?? 0)
  }

  /** How many of its requests the mock does not have. */
  get alone(): number {
    return this.past + Math.max(0, this.#ended.size - this.#kept)
  }

  /** How many of these are from before a restart. */
  get past(): number {
    return this.#past.size
  }

  /** How many requests are listed. */
  get found(): number {
    return this.#filter ? this.#listed.filter(({ entry }) => entry).length : this.#byKey.size
  }

  get(key: string | undefined): Entry | undefined {
    return this.#byKey.get(key ?? '')?.entry
  }

  /** Whether the mock still has a request. */
  isKept(key: string): boolean {
    const line = this.#byKey.get(key)
    if (!line || this.#past.has(line)) return false
    return this.#waiting.has(line) || line.end > this.#ends - this.#kept
  }

  /** The place of a request among those that are listed, or -1. */
  indexOf(key: string | undefined): number {
    const line = this.#byKey.get(key ?? '')
    return line && this.#listed[line.index] === line ? line.index : -1
  }

  /** The key of the first or last listed request, or of the one before or after another; undefined if there is none. */
  move(key: string | undefined, to: Move): string | undefined {
    const start = {
      first: -1,
      next: this.indexOf(key),
      previous: this.indexOf(key),
      last: this.length,
    }
    const step = to === 'first' || to === 'next' ? 1 : -1
    for (let index = start[to] + step; this.#listed[index]; index += step)
      if (this.#listed[index]?.entry) return this.#listed[index]?.key
    return undefined
  }

  /** The newest request that passes a test. */
  findLast(test: (entry: Entry) => boolean): Entry | undefined {
    return this.#lines.findLast(({ entry }) => entry && test(entry))?.entry
  }

  /** The requests that have come after one of that number, as far as the list has them. */
  after(number: number): Entry[] {
    const lines = this.#lines.slice(this.#lines.indexOf(this.heading))
    return lines.flatMap(({ entry }) => (entry && entry.request.number > number ? entry : []))
  }
}
