import type { HTMLAttributes, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Line } from './feed.ts'

/** Whoever reads a list. */
interface Reader {
  /** What scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>
  /** The attributes of what scrolls, which notice that it is read. */
  readonly attributes: HTMLAttributes<HTMLDivElement>
  /** Whether the list is being read, so that it must not move. */
  readonly isReading: boolean
  /** The keys of the lines at the time when the reader began to read; undefined while nobody does. */
  readonly still: ReadonlySet<string> | undefined
  /** Shows what is new. */
  catchUp(): void
}

/** Notices whether a list is being read. What is new is shown when `since` changes. */
export function useReader(
  lines: readonly Line[],
  { isCaughtUp, since }: { isCaughtUp: boolean; since: string },
): Reader {
  const scroller = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const still = useRef<{ since: string; keys: ReadonlySet<string> }>(undefined)
  const [isScrolled, setScrolled] = useState(false)
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [thaws, setThaws] = useState(0)
  const enter = () => {
    clearTimeout(timer.current)
    setPointed(true)
  }
  const leave = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPointed(false), LEFT_AFTER_MS)
  }
  useEffect(() => {
    addEventListener('blur', leave) // whoever works in another window reads nothing here
    return () => removeEventListener('blur', leave)
  }, [])
  const isReading = isScrolled || isPointed || hasFocus
  const began = `${since} ${thaws}`
  if (!isReading || !isCaughtUp) still.current = undefined
  else if (still.current?.since !== began)
    still.current = { since: began, keys: new Set(lines.map(({ key }) => key)) }
  return {
    scroller,
    attributes: {
      onScroll: ({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0),
      onPointerMove: enter,
      onPointerDown: enter,
      onPointerLeave: leave,
      onFocusIn: ({ target }) => setFocus((target as Element).matches('.row:focus-visible')),
      onFocusOut: () => setFocus(false),
    },
    isReading,
    still: still.current?.keys,
    catchUp() {
      setThaws(thaws + 1)
      scroller.current?.scrollTo({ top: 0 })
    },
  }
}

/** A finger leaves before its click, and a row that moves between press and release gets none. */
const LEFT_AFTER_MS = 500
