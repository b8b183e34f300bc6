import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Line } from './feed.ts'

/** Whoever reads a list. */
interface Reader {
  /** What scrolls, and its top. */
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly top: RefObject<HTMLDivElement | null>
  /** Whether the list is being read, so that it must not move. */
  readonly isReading: boolean
  /** How often the reader has asked for what is new. */
  readonly thaws: number
  /** Tells whether a row has the focus of the keyboard. */
  focus(hasFocus: boolean): void
  /** Tells that the pointer is in the list. */
  enter(): void
  /** Tells that it has left. */
  leave(): void
  /** Shows what is new. */
  catchUp(): void
}

/** Notices whether a list is being read. */
export function useReader(): Reader {
  const scroller = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isScrolled, setScrolled] = useState(false)
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, focus] = useState(false)
  const [thaws, setThaws] = useState(0)
  const leave = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPointed(false), LEFT_AFTER_MS)
  }
  useEffect(() => {
    addEventListener('blur', leave) // whoever works in another window reads nothing here
    if (!top.current) return
    const observer = new IntersectionObserver(
      ([entry]) => setScrolled(entry?.isIntersecting === false),
      { root: scroller.current },
    )
    observer.observe(top.current)
    return () => {
      removeEventListener('blur', leave)
      observer.disconnect()
    }
  }, [])
  return {
    scroller,
    top,
    isReading: isScrolled || isPointed || hasFocus,
    thaws,
    focus,
    enter() {
      clearTimeout(timer.current)
      setPointed(true)
    },
    leave,
    catchUp() {
      setThaws(thaws + 1)
      scroller.current?.scrollTo({ top: 0 })
    },
  }
}

/** A finger leaves before its click, and a row that moves between press and release gets none. */
const LEFT_AFTER_MS = 500

/** The keys of the lines at the time when the reader began to read; undefined while nobody does. */
export function useStill(
  lines: readonly Line[],
  { isReading, since }: { isReading: boolean; since: string },
): ReadonlySet<string> | undefined {
  const still = useRef<{ since: string; keys: ReadonlySet<string> }>(undefined)
  if (!isReading) still.current = undefined
  else if (still.current?.since !== since)
    still.current = { since, keys: new Set(lines.map(({ key }) => key)) }
  return still.current?.keys
}
