/**
 * Makes the lines of the log one tab stop: the arrow keys, Home and End move between them, the right
 * and left arrow expand and collapse (ARIA APG, roving tabindex).
 */
export class LogKeys {
  readonly #list: HTMLElement
  #current: HTMLElement | undefined

  constructor(list: HTMLElement) {
    this.#list = list
    list.addEventListener('focusin', ({ target }) => {
      if ((target as Element).matches('.row')) this.#makeCurrent(target as HTMLElement)
    })
    list.addEventListener('keydown', event => this.#move(event))
  }

  /** Called when lines came or went: one that is shown takes the tab stop. */
  update(): void {
    const isFocused = this.#list.contains(document.activeElement)
    if (isFocused && this.#current?.isConnected && isShown(this.#current)) return
    this.#makeCurrent(this.#list.querySelector<HTMLElement>(ROWS) ?? undefined)
  }

  /** Moves the focus to a neighbour of a line that is about to go. */
  leave(element: HTMLElement): void {
    if (!element.contains(document.activeElement)) return
    const rows = this.#rows().filter(row => !element.contains(row))
    rows.at(-1)?.focus({ preventScroll: true })
  }

  #makeCurrent(row: HTMLElement | undefined): void {
    if (row === this.#current) return
    this.#current?.setAttribute('tabindex', '-1')
    row?.setAttribute('tabindex', '0')
    this.#current = row
  }

  #move(event: KeyboardEvent): void {
    const row = event.target as HTMLElement
    if (!row.matches('.row') || event.altKey || event.ctrlKey || event.metaKey) return
    const details = row.parentElement as HTMLDetailsElement
    if (event.key === 'ArrowRight') details.open = true
    else if (event.key === 'ArrowLeft') details.open = false
    else {
      const rows = this.#rows()
      const index = rows.indexOf(row)
      const last = rows.length - 1
      const next = {
        ArrowDown: Math.min(index + 1, last),
        ArrowUp: Math.max(index - 1, 0),
        Home: 0,
        End: last,
      }[event.key]
      if (next === undefined) return
      rows[next]?.focus()
    }
    event.preventDefault()
  }

  #rows(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>(ROWS)]
  }
}

/** The lines that the filter shows. */
const ROWS = 'li:not([hidden]) > details > .row'

const isShown = (row: HTMLElement) => !row.closest('[hidden]')
