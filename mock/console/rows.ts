import { look, open, view } from './view.ts'

/** The rows of the list as the keyboard sees them, drawn or not. */
export const rows: {
  /** The keys of the requests that are listed, in their order. */
  keys: readonly string[]
  /** The key of the row that has, or last had, the focus. */
  focused: string | undefined
  /** Scrolls a row into view, and gives it the focus. */
  focus: (key: string) => void
} = { keys: [], focused: undefined, focus: () => {} }

/** Moves to a row, or to the first or last one. An open detail follows. */
export function goTo(index: number): void {
  const key = rows.keys[Math.min(Math.max(index, 0), rows.keys.length - 1)]
  if (key === undefined) return
  view.set({ isOver: view.value.request !== undefined })
  rows.focus(key)
  if (view.value.request !== undefined) look({ request: key, tab: 'Request' })
}

/** How far a key moves, in the list and, if it is a letter, wherever nothing is typed. */
const MOVES = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity, j: 1, k: -1 }

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
    const move = MOVES[key as keyof typeof MOVES]
    const current = rows.keys.indexOf((isInList && rows.focused) || view.value.request || '')
    if (key === '/') search()
    else if (move !== undefined) goTo(current + move)
    else return
    event.preventDefault()
  })

function search(): void {
  view.set({ isOver: false })
  // On a narrow screen it is seen only then.
  setTimeout(() => document.querySelector<HTMLElement>('.search input')?.focus())
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
