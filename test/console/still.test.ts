// A while with the console at random: what is seen moves only where a reader follows, and a click acts on what it hit.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ACTS, createRandom, pick, SEED } from './reader.ts'
import { ConsoleTest } from './use-console.ts'

interface Counts {
  compared: number
  moved: string[]
  clicks: number
  wrong: string[]
}

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test.each([1440, 1024, 390])(
    'At %i pixels nothing in the list moves unless it follows the requests, and each click acts on what it hit',
    async width => {
      const random = createRandom(SEED + width)
      await it.open({ viewport: { width, height: 700 } })
      await it.page.evaluate(watchRows)
      const counts: Counts = { compared: 0, moved: [], clicks: 0, wrong: [] }
      const removed: string[] = []
      it.page.on('request', request => {
        const [, id] = /\/__mock\/(?:failures|holds)\/([^/]+)/.exec(request.url()) ?? []
        if (id !== undefined && request.method() !== 'GET') removed.push(id)
      })
      const arriving = arrive(random)
      for (let done = 0; done < ACTS || counts.clicks === 0; done++)
        await act(it.page, random, counts, removed)
      arriving.stop()
      const { compared, moved } = await it.page.evaluate(() => globalThis.watched)
      console.log(
        `${width} px, seed ${SEED}: ${compared} rows compared, ${moved.length} moved, ${counts.clicks} clicks, ${counts.wrong.length} wrong`,
      )
      expect(moved).toEqual([])
      expect(counts.wrong).toEqual([])
      expect(compared).toBeGreaterThan(0)
    },
    ACTS * 2_000 + 60_000,
  )

  /** Requests of an application: they use failures, are held, and are released. */
  function arrive(random: () => number): { stop: () => void } {
    const { store } = it.server
    let id = 0
    const timer = setInterval(() => {
      id++
      const name = pick(random, ['Hoya', 'x'.repeat(10_000), 'אבג', ''])
      const big = random() < 0.2 ? 9223372036854775807n - BigInt(id) : id
      if (random() < 0.2) store.failNext({ status: 503 }, { match: { id: id + 3 } })
      if (random() < 0.05) store.failNext({ status: 500 }, { times: 2 })
      if (random() < 0.05) store.holdNext()
      it.post(`{"id":${big},"name":${JSON.stringify(name)}}`).catch(() => {})
    }, 60)
    return {
      stop() {
        clearInterval(timer)
        store.reset()
      },
    }
  }

  /** One thing that a reader does. */
  async function act(
    page: Page,
    random: () => number,
    counts: Counts,
    removed: string[],
  ): Promise<void> {
    const what = pick(random, [
      'row',
      'row',
      '✕',
      '✕',
      'release',
      'close',
      'scroll',
      'rest',
      'tab',
      'follow',
      'list',
      'list',
    ])
    if (what === 'scroll') {
      return page.evaluate(scrollList, (random() - 0.5) * 1_000)
    }
    if (what === 'rest') return page.waitForTimeout(200)
    const selector = SELECTORS[what as keyof typeof SELECTORS]
    const target = await page.evaluate(findTarget, { selector, at: random() })
    if (!target) return
    await page.mouse.move(target.x, target.y)
    await page.waitForTimeout(random() * 120) // a hand takes its time
    removed.length = 0
    await page.evaluate(noticePress)
    await page.mouse.down()
    await page.waitForTimeout(random() * 80)
    await page.mouse.up()
    const pressed = await page.evaluate(() => globalThis.pressed)
    if (pressed === undefined || (what !== 'row' && what !== '✕')) return
    counts.clicks++
    // A list that one follows moves on while the hand is on its way; what is then hit is what is opened.
    if (pressed !== target.key && !target.mayMove)
      counts.wrong.push(`aimed at ${target.key}, pressed ${pressed}`)
    const acted =
      what === 'row'
        ? new URLSearchParams(new URL(page.url()).hash.slice(1)).get('request')
        : removed.splice(0).join()
    if (acted !== pressed && !(what === '✕' && acted === ''))
      counts.wrong.push(`pressed ${pressed}, acted on ${acted}`)
  }
})

const SELECTORS = {
  row: '.rows a.row',
  '✕': '.scheduled [aria-label^="Remove:"]',
  release: '.scheduled [aria-label^="Release request"]',
  close: '[aria-label="Close the request"]',
  tab: 'nav button',
  follow: '.follow',
  // On a narrow screen, where something may lie over it.
  list: 'nav [data-name="Requests"]',
}

interface Target {
  x: number
  y: number
  key: string | undefined
  /** Whether it is in a list that one follows. */
  mayMove: boolean
}

declare global {
  /** The rows that were compared, and those that moved. */
  var watched: { compared: number; moved: string[] }
  /** What was below the pointer when it was pressed. */
  var pressed: string | undefined
}

/** Compares the place of each row in each frame with the one before. Runs in the page. */
function watchRows(): void {
  globalThis.watched = { compared: 0, moved: [] }
  let before = new Map<string, number>()
  let state = ''
  let scrolled = 0
  document.addEventListener('scroll', () => scrolled++, true)
  const look = () => {
    const list = document.querySelector<HTMLElement>('.requests .scroll')
    const isFollowing = document.querySelector('.follow')?.getAttribute('aria-pressed') === 'true'
    const rows = [...document.querySelectorAll<HTMLElement>('.rows a.row')].filter(row =>
      row.checkVisibility({ checkVisibilityCSS: true }),
    )
    const places = new Map(rows.map(row => [row.dataset.key ?? '', row.getBoundingClientRect().y]))
    // What a reader scrolls, begins to follow, or follows in a full list, moves.
    const isFull = list !== null && list.scrollHeight > list.clientHeight + 1
    const now = `${list?.scrollTop} ${isFollowing} ${isFull} ${scrolled}`
    if (now === state && !(isFollowing && isFull))
      for (const [key, y] of places) {
        const old = before.get(key)
        if (old === undefined) continue
        globalThis.watched.compared++
        if (Math.abs(old - y) > 0.5) globalThis.watched.moved.push(`${key}: ${old} → ${y}`)
      }
    state = now
    before = places
    requestAnimationFrame(look)
  }
  look()
}

/** Scrolls, and waits until the page knows. Runs in the page. */
function scrollList(by: number): Promise<void> {
  document.querySelector('.requests .scroll')?.scrollBy(0, by)
  return new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

/** Finds something that is seen, and can be hit. Runs in the page. */
function findTarget({ selector, at }: { selector: string; at: number }): Target | undefined {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].flatMap(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const place = { x: x + Math.min(width / 2, 60), y: y + height / 2 }
    const top = document.elementFromPoint(place.x, place.y)
    const key = element.dataset.key ?? element.closest<HTMLElement>('[data-id]')?.dataset.id
    const mayMove = document.querySelector('.follow')?.getAttribute('aria-pressed') === 'true'
    return top && element.contains(top) ? [{ ...place, key, mayMove }] : []
  })
  return found[Math.floor(at * found.length)]
}

/** Remembers which row or ✕ the next press hits. Runs in the page. */
function noticePress(): void {
  globalThis.pressed = undefined
  addEventListener(
    'pointerdown',
    ({ target }) => {
      const hit = (target as Element).closest('a.row, [aria-label^="Remove:"]')
      globalThis.pressed = hit?.closest<HTMLElement>('[data-id], [data-key]')?.dataset.key
      globalThis.pressed ??= hit?.closest<HTMLElement>('[data-id]')?.dataset.id
    },
    { capture: true, once: true },
  )
}
