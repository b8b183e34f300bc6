import type { HTMLAttributes, OlHTMLAttributes, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { usePart } from '../parts/observable.ts'
import type { Entry } from './entries.ts'
import type { Place } from './lines.ts'
import { list, log, rowFocus, stop, update } from './list.ts'

/** The height of every row, in pixels: whole ones, or rows would lie on one another. */
export const ROW: number = matchMedia('(pointer: coarse)').matches
  ? 44
  : Math.round(1.8 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))

/** How many rows are drawn above and below those that are seen. */
const MARGIN = 20

/** What is drawn of the list, and how it follows. Pressing or focusing in it stops that, scrolling to its end resumes it. */
export function useScroller(): {
  scroller: RefObject<HTMLDivElement | null>
  drawn: Place<Entry>[]
  isPrinted: boolean
  attributes: HTMLAttributes<HTMLDivElement>
  listAttributes: OlHTMLAttributes<HTMLOListElement>
} {
  usePart(list, value => value.changes)
  const scroller = useRef<HTMLDivElement>(null)
  /** Where the page scrolled the list itself: the reader did not. */
  const pinned = useRef<number>(undefined)
  const [wanted, setWanted] = useState<{ key: string }>()
  const [height, setHeight] = useState(innerHeight)
  const [top, setTop] = useState(0)
  const [isPrinted, setPrinted] = useState(false)
  const seen = Math.ceil(height / ROW)
  const first = log.isFollowing ? Math.max(0, log.length - 1 - seen) : top
  const drawn = isPrinted
    ? log.draw(0, log.length)
    : withFocused(log.draw(first - MARGIN, first + seen + MARGIN))
  const see = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const first = Math.floor(scrollTop / ROW)
    setTop(first)
    log.look(first, Math.floor(clientHeight / ROW), rowFocus.key)
  }
  const stand = () => {
    see()
    stop()
  }
  const pin = () => {
    const element = scroller.current
    // What stands in an empty list is read from its beginning.
    if (!element || !log.isFollowing || log.count() === 0) return
    element.scrollTop = element.scrollHeight
    pinned.current = element.scrollTop
  }
  rowFocus.move = key => {
    const element = scroller.current
    const index = log.indexOf(key)
    if (!element || index < 0) return
    rowFocus.key = key
    const y = index * ROW
    element.scrollTop = Math.max(Math.min(element.scrollTop, y), y + ROW - element.clientHeight)
    stand()
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
      see()
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
    attributes: {
      onScroll({ currentTarget }) {
        const { scrollTop, clientHeight, scrollHeight } = currentTarget
        if (scrollTop === pinned.current) return
        pinned.current = undefined
        const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1
        see()
        if (isAtEnd !== log.isFollowing) update(() => (isAtEnd ? log.follow() : log.stop()))
      },
    },
    listAttributes: {
      onPointerDown: stand,
      onFocusIn({ target }) {
        rowFocus.key = (target as HTMLElement).dataset.key
        stand()
      },
    },
  }
}

/** A row that has the focus keeps it, wherever the list is scrolled to. */
function withFocused(drawn: Place<Entry>[]): Place<Entry>[] {
  const index = log.indexOf(rowFocus.key)
  if (index < 0 || drawn.some(place => place.index === index)) return drawn
  const focused = log.draw(index, index + 1)
  return index < (drawn[0]?.index ?? 0) ? [...focused, ...drawn] : [...drawn, ...focused]
}
