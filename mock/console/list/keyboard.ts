import { open, replaceView, view } from '../view.ts'
import { log, rowFocus } from './list.ts'
import type { Move } from './log.ts'

/** Moves to a row. An open detail follows. */
export function goTo(move: Move, from?: string): void {
  const key = log.move(from, move)
  if (key === undefined) return
  view.set({ isOver: view.value.request !== undefined })
  rowFocus.move(key)
  if (view.value.request !== undefined) replaceView({ request: key, tab: 'Request' })
}

/** Where a key moves, in the list and, if it is a letter, wherever nothing is typed. */
const MOVES: Readonly<Record<string, Move>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  j: 'next',
  k: 'previous',
}

const TYPING = 'input:not([type=radio]), textarea, select, dialog'

/** The keys move between rows, `/` searches, and Escape closes the detail. */
export const followKeys = (): void =>
  document.addEventListener('keydown', event => {
    const { key, altKey, ctrlKey, metaKey } = event
    const target = event.target as Element
    const isInList = target.matches('.row')
    if (altKey || ctrlKey || metaKey || target.closest(TYPING)) return
    if (isInList && key === 'Escape') return open(undefined)
    if (key.length > 1 ? !isInList : !letters.areOn()) return
    const move = MOVES[key]
    if (key === '/') search()
    else if (move) goTo(move, (isInList && rowFocus.key) || view.value.request)
    else return
    event.preventDefault()
  })

function search(): void {
  view.set({ isOver: false })
  // On a narrow screen it is seen only once that is drawn, which a microtask does. What is typed next is for the search.
  queueMicrotask(() => document.querySelector<HTMLElement>('.search input')?.focus())
}

let areOn = true
try {
  areOn = localStorage.getItem('plant-store-keys') !== 'off'
} catch {} // the browser allows no storage

/** People who use speech input must be able to turn single-character keys off (WCAG 2.1.4). */
export const letters = {
  areOn: (): boolean => areOn,
  turn(isOn: boolean): void {
    areOn = isOn
    try {
      localStorage.setItem('plant-store-keys', isOn ? 'on' : 'off')
    } catch {} // then it holds until the page is loaded again
  },
}
