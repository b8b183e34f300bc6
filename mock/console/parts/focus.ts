import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/**
 * Keeps the focus in a part of the page when the control that has it is removed: it goes to the control that takes
 * its place, or else to the heading. Returns nothing to draw.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>, controls: string): void {
  // While it is drawn, what had the focus is still there.
  const active = document.activeElement
  const place = find(part.current, controls).indexOf(active as HTMLElement)
  useLayoutEffect(() => {
    if (place < 0 || active?.isConnected) return
    const left = find(part.current, controls)
    const next = left[place] ?? left.at(-1) ?? part.current?.querySelector<HTMLElement>('h2')
    next?.focus({ preventScroll: true })
  })
}

const find = (part: HTMLElement | null, controls: string): HTMLElement[] =>
  part ? [...part.querySelectorAll<HTMLElement>(controls)] : []
