// What the random minutes with the console have in common.
import type { Page } from 'playwright-core'

/** How much a reader does: `CONSOLE_ACTS=300 npm test -- test/console/trial.test.ts` takes minutes. */
export const ACTS: number = Number(process.env.CONSOLE_ACTS ?? 40)
export const SEED: number = Number(process.env.CONSOLE_SEED ?? Date.now() % 1e6)

export const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item

/** Mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Does to a page what a browser does when another tab is chosen. */
export const show = (page: Page, isShown: boolean): Promise<void> =>
  page.evaluate(visible => {
    const state = visible ? 'visible' : 'hidden'
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    Object.defineProperty(document, 'hidden', { value: !visible, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isShown)
