import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useAction } from './action.tsx'
import { type Chip, chipNames, chips, isListed } from './chips.ts'
import { AskingButton } from './dialog.tsx'
import { Empty } from './empty.tsx'
import { type Entry, feed, isRequest, type Line } from './feed.ts'
import { Search } from './fields.tsx'
import { News } from './news.tsx'
import { usePart } from './observable.ts'
import { Row } from './row.tsx'
import { goTo, rows } from './rows.ts'
import { isFound } from './search.ts'
import { linkTo, look, view } from './view.ts'
import { count } from './words.ts'

/** The height of every row, in pixels: whole ones, or rows would lie on one another. */
const ROW = matchMedia('(pointer: coarse)').matches
  ? 44
  : Math.round(1.8 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))

/** How many rows are drawn above and below those that are seen. */
const MARGIN = 20

/** The requests, the newest last. Nothing in this list moves unless it follows the newest. */
export function Requests(): JSX.Element {
  const { lines, state, since, total, isCaughtUp } = usePart(feed, value => value)
  const { request: selected, search, chip, isFollowing } = usePart(view, value => value)
  const action = useAction()
  const entries = lines.filter(isRequest)
  const words = search.trim()
  const isFiltered = words !== '' || chip !== 'All'
  const listed = useListed(lines, chip, words)
  const dropped = isCaughtUp ? Math.max(0, total - entries.length) : 0
  const first: Line[] = isFiltered ? [] : [{ key: 'first', text: introduce(total, dropped, since) }]
  const shown = entries.length > 0 ? [...first, ...listed] : []
  const keys = shown.filter(isRequest).map(({ key }) => key)
  const list = useList(shown, isFollowing)
  // The rows are one tab stop: the row that had the focus, or else the selected or the last one.
  const tabStop = [rows.focused, selected].find(key => key && keys.includes(key)) ?? keys.at(-1)
  const link = linkTo({ request: undefined, search, chip })
  const ended = total - (state?.inFlight.length ?? 0)
  rows.keys = keys
  return (
    <section class="requests" aria-label="Requests">
      <div class="tools">
        <h2 class="visually-hidden" tabIndex={-1}>
          Requests
        </h2>
        <Chips entries={entries} />
        <div class="bar push">
          <span class="search">
            <Search
              label="Search the requests"
              placeholder="Search"
              value={search}
              onSearch={search => look({ search })}
              onKeyDown={event => {
                if (event.key !== 'ArrowDown') return
                event.preventDefault()
                goTo(0)
              }}
            />
            <span role="status">
              {isFiltered && `${short(listed.length)} of ${short(entries.length)}`}
            </span>
          </span>
          <button
            type="button"
            class="follow quiet"
            aria-pressed={isFollowing}
            data-new={list.newer > 0 || undefined}
            onClick={() => view.set({ isFollowing: true })}
          >
            {isFollowing
              ? 'Following'
              : list.newer > 0
                ? `${list.newer.toLocaleString('en')} new ↓`
                : 'Follow ↓'}
          </button>
          <AskingButton
            class="quiet"
            ask={() => ended > 0 && clearing(ended)}
            act={() => action.send('DELETE', '/requests')}
          >
            Clear
          </AskingButton>
        </div>
        {action.message}
        <News />
      </div>
      <div class="columns row" aria-hidden="true">
        <span class="number">#</span>
        <time>Time</time>
        <span class="plant">
          <span class="id">Id</span> <span>Name</span>
        </span>
        <span>Status</span>
        <span class="took">Took</span>
        <span class="note">Note</span>
      </div>
      <div class="scroll" ref={list.scroller} {...list.attributes}>
        {state && entries.length === 0 && <Empty isUnused={state.plants === 0} since={since} />}
        {entries.length > 0 && listed.length === 0 && (
          <div class="empty">
            <h2>No request matches.</h2>
            <button type="button" onClick={() => look({ search: '', chip: 'All' })}>
              Show all requests
            </button>
          </div>
        )}
        <ol
          class="rows"
          aria-label="Requests"
          {...list.listAttributes}
          style={{
            height: list.isPrinted ? 'auto' : `${shown.length * ROW}px`,
            '--row': `${ROW}px`,
          }}
        >
          {list.drawn.map(index => {
            const line = shown[index] as Line
            return (
              <li
                key={line.key}
                style={{ top: `${index * ROW}px` }}
                class={isRequest(line) ? undefined : 'divider'}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
              >
                {isRequest(line) ? (
                  <Row
                    entry={line}
                    href={`${link}&request=${line.key}`}
                    isSelected={line.key === selected}
                    isTabStop={line.key === tabStop}
                  />
                ) : (
                  line.text
                )}
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}

/** The lines that match. A request that has matched stays, or those below it would move. */
function useListed(lines: readonly Line[], chip: Chip, words: string): Line[] {
  const stays = useRef<{ filter: string; keys: Set<string> }>(undefined)
  const filter = `${chip} ${words}`
  if (stays.current?.filter !== filter) stays.current = { filter, keys: new Set() }
  const { keys } = stays.current
  if (chip === 'All' && words === '') return [...lines]
  const found = lines.filter(
    line =>
      isRequest(line) &&
      (keys.has(line.key) || (isListed(chip, line.request) && (!words || isFound(line, words)))),
  )
  stays.current.keys = new Set(found.map(({ key }) => key))
  return found
}

/** What is drawn of the list, and how it follows. Pressing or focusing in it stops that, scrolling to its end resumes it. */
function useList(shown: readonly Line[], isFollowing: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  /** Where the page scrolled the list itself: the reader did not. */
  const pinned = useRef<number>(undefined)
  /** The last line at the time when the list stopped. */
  const seen = useRef<string>(undefined)
  const [wanted, setWanted] = useState<{ key: string }>()
  const [height, setHeight] = useState(innerHeight)
  const [first, setFirst] = useState(0)
  const [isPrinted, setPrinted] = useState(false)
  const last = shown.length - 1
  const rowsSeen = Math.ceil(height / ROW)
  const top = isFollowing ? Math.max(0, last - rowsSeen) : first
  const window = isPrinted ? [0] : [Math.max(0, top - MARGIN), top + rowsSeen + MARGIN]
  const drawn = [...shown.keys()].slice(...window)
  const focused = shown.findIndex(({ key }) => key === rows.focused)
  // A row that has the focus keeps it, wherever the list is scrolled to.
  if (focused >= 0 && !drawn.includes(focused))
    focused < top ? drawn.unshift(focused) : drawn.push(focused)
  const before = isFollowing ? last : shown.findLastIndex(({ key }) => key === seen.current)
  const lastSeen = Math.min(
    last,
    Math.max(before < 0 ? last : before, top + Math.floor(height / ROW) - 1),
  )
  seen.current = shown[lastSeen]?.key
  const stop = () => {
    setFirst(Math.floor((scroller.current?.scrollTop ?? 0) / ROW))
    view.set({ isFollowing: false })
  }
  const pin = () => {
    const element = scroller.current
    if (!element || !view.value.isFollowing) return
    element.scrollTop = element.scrollHeight
    pinned.current = element.scrollTop
  }
  rows.focus = key => {
    const element = scroller.current
    const y = shown.findIndex(line => line.key === key) * ROW
    if (!element || y < 0) return
    rows.focused = key
    element.scrollTop = Math.max(Math.min(element.scrollTop, y), y + ROW - element.clientHeight)
    stop()
    setWanted({ key })
  }
  useLayoutEffect(pin)
  useLayoutEffect(() => {
    const row = wanted && scroller.current?.querySelector(`[data-key="${CSS.escape(wanted.key)}"]`)
    ;(row as HTMLElement | undefined)?.focus({ preventScroll: true })
  }, [wanted])
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      setHeight(scroller.current?.clientHeight ?? 0)
      pin()
    })
    if (scroller.current) observer.observe(scroller.current)
    // Paper has no scroll.
    addEventListener('beforeprint', () => setPrinted(true))
    addEventListener('afterprint', () => setPrinted(false))
  }, [])
  return {
    scroller,
    drawn,
    isPrinted,
    /** How many rows have come since the list stopped. */
    newer: last - lastSeen,
    attributes: {
      onScroll({ currentTarget }: { currentTarget: HTMLDivElement }) {
        const { scrollTop, clientHeight, scrollHeight } = currentTarget
        if (scrollTop === pinned.current) return
        pinned.current = undefined
        setFirst(Math.floor(scrollTop / ROW))
        view.set({ isFollowing: scrollTop + clientHeight >= scrollHeight - 1 })
      },
    },
    listAttributes: {
      onPointerDown: stop,
      onFocusIn({ target }: { target: EventTarget | null }) {
        rows.focused = (target as HTMLElement).dataset.key
        stop()
      },
    },
  }
}

/** How many requests there are of each kind. */
function Chips({ entries }: { entries: readonly Entry[] }) {
  const chosen = usePart(view, value => value.chip)
  const isForward = usePart(feed, value => value.state?.options.forward !== undefined)
  return (
    <fieldset class="chips" aria-label="Show">
      {chipNames.map(name => {
        const listed = entries.filter(({ request }) => chips[name](request))
        if (name === 'violations' && !isForward && listed.length === 0) return null
        return (
          <label key={name}>
            <input
              type="radio"
              name="chip"
              checked={chosen === name}
              onChange={() => look({ chip: name })}
            />
            <span data-tone={toneOf(name, listed)}>
              {name} <b>{short(listed.length)}</b>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

const short = (number: number) => (number < 1_000 ? `${number}` : `${Math.floor(number / 1_000)}k`)

/** The colour of a number that matters: that of its rows. */
function toneOf(chip: Chip, listed: readonly Entry[]): string | undefined {
  if (chip === 'All' || chip === '2xx' || listed.length === 0) return undefined
  if (chip === 'held') return 'held'
  return listed.some(({ outcome }) => outcome === 'bad') ? 'bad' : 'odd'
}

const clearing = (ended: number) => ({
  title: 'Clear the log?',
  text: `${count(ended, 'request')} will be gone, for everybody who uses this session.`,
  label: 'Clear the log',
})

/** The first line, which is always there: that some requests are gone, and since when the list goes on. */
function introduce(total: number, dropped: number, since: string): string {
  const kept = (total - dropped).toLocaleString('en')
  return dropped > 0 ? `The last ${kept} of ${count(total, 'request')} are kept. ${since}` : since
}
