import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'

/** A value that several parts of the page draw. */
export class Observable<Value extends object> {
  value: Value
  readonly #listeners = new Set<() => void>()

  constructor(value: Value) {
    this.value = value
  }

  set(change: Partial<Value>): void {
    this.value = { ...this.value, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** Returns a part of the value. The component is drawn again only when that part changes. */
export function usePart<Value extends object, Part>(
  of: Observable<Value>,
  select: (value: Value) => Part,
): Part {
  const [, redraw] = useReducer<number, void>(count => count + 1, 0)
  const part = select(of.value)
  const drawn = useRef({ part, select })
  drawn.current = { part, select }
  useLayoutEffect(() => {
    const check = () => {
      if (!Object.is(drawn.current.select(of.value), drawn.current.part)) redraw()
    }
    check() // it may have changed since it was drawn
    return of.subscribe(check)
  }, [])
  return part
}
