// Minutes with the console at random: every number and sentence of the page is compared with what the mock's API says.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { describeScheduled } from '../../mock/console/next/sentences.ts'
import { clock, count, grouped } from '../../mock/console/text.ts'
import { statusOf } from '../../mock/console/words.ts'
import type { JsonRequest, MockSession, MockState } from '../../mock/control/types.ts'
import { readJson } from '../../mock/json/read.ts'
import { skipped } from '../harness/browser.ts'
import { ACTS, createRandom, pick, SEED, show } from './reader.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

/** What a page should say besides what the mock says: what it alone has, and since when it stands still. */
interface Reader {
  readonly page: Page
  readonly name: string
  /** How many requests it has from before a restart. */
  past: number
  /** How many requests there had been when its list was stopped; undefined while it follows. */
  stoppedAt: number | undefined
  isHidden: boolean
}

const addition = (body: string): RequestInit => ({
  method: 'POST',
  headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  body,
})

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()
  /** The statuses of all requests that there have been, by their keys. */
  const statuses = new Map<string, string>()

  test(
    'Two pages say what the mock says, with floods, hidden tabs, restarts, clears, 300 sessions and 12,000 requests, and neither document ever scrolls',
    async () => {
      const random = createRandom(SEED)
      const problems: string[] = []
      createSessions()
      await it.open({ viewport: { width: 1440, height: 900 } })
      const first = toReader('the first page')
      await it.open({ viewport: { width: 390, height: 700 } })
      const second = toReader('the second page')
      const readers = [first, second]
      const done: string[] = []
      let compared = 0
      for (let act = 0; act < ACTS; act++) {
        // Each is done at least once.
        const what = act < REQUIRED.length ? REQUIRED[act] : pick(random, ALL)
        done.push(`${what}`)
        await doIt(what as string, readers, random)
        for (const reader of readers) {
          if (reader.isHidden) continue
          const wrong = await settle(reader)
          compared++
          if (wrong.length > 0)
            problems.push(`${done.slice(-4).join(', ')}: ${reader.name} ${wrong.join('; ')}`)
        }
        if (problems.length > 3) break
      }
      console.log(`Seed ${SEED}: ${compared} comparisons, ${problems.length} wrong`)
      expect(problems).toEqual([])
    },
    ACTS * 5_000 + 120_000,
  )

  function createSessions(): void {
    for (let index = 0; index < 300; index++) it.server.session(`test-${index}`)
  }

  const toReader = (name: string): Reader => ({
    page: it.page,
    name,
    past: 0,
    stoppedAt: undefined,
    isHidden: false,
  })

  const ask = async <T>(path: string): Promise<T> =>
    readJson(await (await fetch(`${it.consoleUrl}${path}`)).text()) as T

  /** Requests that come as fast as they can, until all of them are answered or wait. */
  async function flood(requests: number, random: () => number): Promise<void> {
    const total = async () => {
      const { requests, inFlight } = await ask<MockState>('/health')
      return requests + inFlight.length
    }
    for (let sent = 0; sent < requests; sent += 500) {
      const size = Math.min(500, requests - sent)
      const before = await total()
      for (let index = 0; index < size; index++) {
        const id = Math.floor(random() * 1e6)
        const body = random() < 0.1 ? '{"id":1}' : `{"id":${id},"name":"Hoya"}`
        void it.server.store.fetch(`${it.server.url}/plants`, addition(body)).catch(() => {})
      }
      await expect.poll(total).toBe(before + size)
    }
  }

  async function doIt(
    what: string,
    readers: readonly Reader[],
    random: () => number,
  ): Promise<void> {
    const { store } = it.server
    const reader = pick(random, readers)
    const { page } = reader
    if (what === 'some') return flood(1 + Math.floor(random() * 20), random)
    if (what === 'flood') return flood(1_500, random)
    if (what === '12,000 requests') return flood(12_000, random)
    if (what === 'fail')
      store.failNext(
        { status: 503 },
        { times: 1 + Math.floor(random() * 3), skip: Math.floor(random() * 3) },
      )
    if (what === 'hold') store.holdNext()
    if (what === 'wait') {
      store.holdNext()
      void it.post('{"id":7,"name":"Held"}').catch(() => {})
      await expect
        .poll(async () => (await ask<MockState>('/health')).held.length)
        .toBeGreaterThan(0)
    }
    if (what === 'release')
      for (const { id } of (await ask<MockState>('/health')).held)
        await fetch(`${it.consoleUrl}/holds/${id}/release`, { method: 'POST' })
    if (what === 'hide' || what === 'show') {
      reader.isHidden = what === 'hide'
      await show(page, !reader.isHidden)
      if (what === 'hide') await flood(Math.floor(random() * 2_500), random)
    }
    if (what === 'clear' || what === 'reset') {
      const path = what === 'clear' ? '/requests' : '/reset'
      await fetch(`${it.consoleUrl}${path}`, { method: what === 'clear' ? 'DELETE' : 'POST' })
      for (const each of readers)
        Object.assign(each, {
          past: 0,
          stoppedAt: each.stoppedAt === undefined ? undefined : Number.NaN,
        })
    }
    if (what === 'restart') {
      for (const each of readers) {
        // What a hidden page has not been told of, it does not have.
        if (each.isHidden) await show(each.page, true)
        each.isHidden = false
        await settle(each)
        each.past = (await read(each.page)).all
        if (each.stoppedAt !== undefined) each.stoppedAt = Number.NaN
      }
      await it.restart({ port: it.server.port })
      createSessions()
      // What was in flight got no response.
      for (const [key, status] of statuses)
        if (status === 'held' || status === 'wait') statuses.set(key, 'none')
    }
    if (what === 'stop' && !reader.isHidden) {
      const { requests, inFlight } = await ask<MockState>('/health')
      const stopped = await page.evaluate(stopList)
      // What comes into view in a list that has room is not new.
      if (stopped !== 'empty' && reader.stoppedAt === undefined)
        reader.stoppedAt = stopped === 'full' ? requests + inFlight.length : Number.NaN
    }
    if (what === 'follow' && !reader.isHidden) {
      await page.evaluate(() => document.querySelector<HTMLElement>('.follow')?.click())
      reader.stoppedAt = undefined
    }
    if (what === 'open' && !reader.isHidden) {
      const isOpen = await page.evaluate(openRow)
      if (isOpen && reader.stoppedAt === undefined) reader.stoppedAt = Number.NaN
    }
    if (what === 'size') {
      const width = pick(random, [320, 390, 720, 1024, 1440])
      await page.setViewportSize({ width, height: pick(random, [180, 450, 900]) })
      if (reader.stoppedAt !== undefined) reader.stoppedAt = Number.NaN
    }
    if (what === 'font') {
      await page.evaluate(
        size => {
          document.documentElement.style.fontSize = `${size}px`
        },
        pick(random, [10, 16, 32]),
      )
      if (reader.stoppedAt !== undefined) reader.stoppedAt = Number.NaN
    }
    if (what === 'ask' && !reader.isHidden) await askToClear(reader)
    if (what === 'sessions' && !reader.isHidden) await compareSessions(reader)
  }

  /** What Clear says will be gone is what the mock has, and what the page alone has. */
  async function askToClear({ page, past }: Reader): Promise<void> {
    const { kept, inFlight } = await ask<MockState>('/health')
    const { all } = await read(page)
    const alone = all - kept - inFlight.length
    const click = (label: string) =>
      page.evaluate(label => {
        const buttons = [...document.querySelectorAll('button')]
        buttons.findLast(({ textContent }) => textContent === label)?.click()
      }, label)
    await click('Clear')
    if (kept + alone === 0) return
    const text = await page.locator('dialog p').first().innerText()
    const own = kept > 0 ? `${grouped(alone)} more` : count(alone, 'request')
    const parts = [
      kept > 0 && `${count(kept, 'request')} will be gone, for everybody who uses this session.`,
      alone > 0 && `This page loses ${own}, which the mock does not have.`,
    ]
    expect(text).toBe(parts.filter(Boolean).join(' '))
    expect(alone).toBeGreaterThanOrEqual(Math.min(past, 1))
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
  }

  /** The list of sessions is what the mock lists, the newest first, and its dialog is within the window. */
  async function compareSessions({ page }: Reader): Promise<void> {
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('.top button')]
      buttons.find(({ textContent }) => textContent === 'Default session')?.click()
    })
    const dialog = page.locator('dialog')
    await dialog.getByRole('listitem').nth(1).waitFor({ state: 'attached' })
    const listed = (await ask<MockSession[]>('/sessions')).reverse()
    const said = await dialog.getByRole('listitem').allTextContents()
    expect(said).toHaveLength(listed.length + 1)
    for (const [index, { name, plants, requests }] of listed.entries())
      expect(said[index + 1]).toMatch(
        new RegExp(`^${name}${count(plants, 'plant')} and ${count(requests, 'request')}, idle for`),
      )
    const box = await dialog.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }

  /** What is wrong on a page, once it has had the time to be told. */
  async function settle(reader: Reader): Promise<string[]> {
    let wrong: string[] = []
    for (const start = Date.now(); Date.now() - start < 8_000; ) {
      wrong = await compare(reader)
      if (wrong.length === 0) return []
      await reader.page.waitForTimeout(100)
    }
    return wrong
  }

  async function compare(reader: Reader): Promise<string[]> {
    const state = await ask<MockState>('/health')
    const requests = await ask<JsonRequest[]>('/requests')
    const said = await read(reader.page)
    const { epoch, kept, held, scheduled, plants, began, inFlight } = state
    for (const request of requests) statuses.set(`${epoch}:${request.number}`, statusOf(request))
    const total = state.requests + inFlight.length
    const wrong: string[] = []
    const check = (what: string, is: unknown, should: unknown) => {
      if (JSON.stringify(is) !== JSON.stringify(should))
        wrong.push(`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(should)}`)
    }
    const listed = kept + inFlight.length
    // While it follows, it has what the mock has; what it alone has, it says.
    const since = `${began.reason} at ${clock(began.time)}.`
    // The first line of what goes on may be out of sight; after a restart that of what was before it may be seen.
    const isOfBefore = reader.past > 0 && !said.heading.includes(since)
    const heading = isOfBefore ? '' : said.heading
    const own =
      heading === ''
        ? Math.max(0, said.all - reader.past - listed)
        : Number(/this page ([\d,]+) more/.exec(heading)?.[1]?.replace(',', '') ?? 0)
    check('Live', said.connection, 'Live')
    const has10000 = said.all >= 10_000 && said.all < 10_100 // the last 10,000, and what is seen
    if (!has10000 || reader.past + listed + own < 10_000)
      check('All', said.all, reader.past + listed + own)
    if (said.isFollowing) check('more while it follows', own, 0)
    if (said.isFollowing && reader.past === 0)
      for (const [name, hundreds] of [
        ['2xx', 2],
        ['4xx', 4],
        ['5xx', 5],
      ] as const) {
        const isOf = ({ status = 0 }: JsonRequest) => Math.floor(status / 100) === hundreds
        check(name, said.chips[name], requests.filter(isOf).length)
      }
    check('held', said.chips.held, held.length)
    const more = own > 0 ? `, and this page ${grouped(own)} more` : ''
    const has =
      kept === state.requests && own === 0
        ? ''
        : `The mock has ${grouped(listed)} of ${count(total, 'request')}${more}. `
    const isPart = heading.startsWith(`${has}${since}`) || total === 0 || heading === ''
    if (!isPart) wrong.push(`the first line: ${heading}, not ${has}${since}`)
    if (reader.stoppedAt !== undefined && Number.isFinite(reader.stoppedAt)) {
      const newer = total - reader.stoppedAt
      check('new', said.follow, newer > 0 ? `${grouped(newer)} new ↓` : 'Follow ↓')
    }
    check('Next', said.tabs.Next, scheduled.length + held.length)
    check('Plants', said.tabs.Plants, plants)
    check(
      'scheduled',
      said.scheduled,
      scheduled.map((each, index) => `${index + 1} ${describeScheduled(each)}`),
    )
    check(
      'the title',
      said.title,
      `${held.length > 0 ? `${held.length} held · ` : ''}Plant Store mock`,
    )
    check('the document', said.scrolled, [0, 0])
    const keys = requests.map(({ number }) => `${epoch}:${number}`)
    if (said.open !== undefined)
      check('the open request is gone', said.isGone, !keys.includes(said.open))
    for (const [key, status] of Object.entries(said.rows))
      check(`#${key}`, status, statuses.get(key) ?? status)
    const isOfNow = (key: string) => key.startsWith(`${epoch}:`)
    const numbers = Object.keys(said.rows).filter(isOfNow)
    if (said.isFollowing && numbers.length > 0) {
      const last = requests
        .map(({ number }) => number)
        .sort((a, b) => a - b)
        .at(-1)
      check('the last row', numbers.at(-1), `${epoch}:${last}`)
    }
    return wrong
  }
})

interface Said {
  connection: string
  all: number
  chips: Record<string, number>
  tabs: Record<string, number>
  heading: string
  follow: string
  isFollowing: boolean
  scheduled: string[]
  title: string
  /** How far document and body can be scrolled. */
  scrolled: number[]
  /** The key of the open request, and whether the page says that the mock does not have it. */
  open: string | undefined
  isGone: boolean
  rows: Record<string, string>
}

/** Everything that a page says of the mock, at one moment. */
const read = (page: Page): Promise<Said> =>
  page.evaluate(() => {
    const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? ''
    const toNumber = (text: string) => Number(text.replaceAll(',', ''))
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    const chips = all('.chips span').map(chip => {
      const number = chip.querySelector('b')
      return [textOf(chip.firstChild as never), toNumber(number?.title ?? '')]
    })
    const tabs = all('nav button').map(tab => [
      tab.dataset.name,
      toNumber(textOf(tab.querySelector('b'))),
    ])
    const planned = all('.scheduled li:not([data-over]):has(> b)').map(item => {
      return `${textOf(item.querySelector('b'))} ${item.querySelector('.clamped')?.getAttribute('title')}`
    })
    const scrolled = [document.documentElement, document.body].map(element => {
      element.scrollTo(1e6, 1e6)
      return element.scrollTop + element.scrollLeft
    })
    const chipsByName = Object.fromEntries(chips)
    return {
      connection: textOf(document.querySelector('.top .pill')),
      all: chipsByName.All,
      chips: chipsByName,
      tabs: Object.fromEntries(tabs),
      heading: textOf(all('.between .cut').findLast(({ title }) => / at \d\d:/.test(title))),
      follow: textOf(document.querySelector('.follow')),
      isFollowing: document.querySelector('.follow')?.getAttribute('aria-pressed') === 'true',
      scheduled: planned.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
      title: document.title,
      scrolled,
      open: new URLSearchParams(location.hash.slice(1)).get('request') ?? undefined,
      isGone: textOf(document.querySelector('.detail .head')).includes(
        'The mock no longer has this',
      ),
      rows: Object.fromEntries(
        all('.rows a.row').map(row => [row.dataset.key, textOf(row.querySelector('.status'))]),
      ),
    }
  })

/** Presses in the list, if it has any rows. Runs in the page. */
function stopList(): 'empty' | 'full' | 'short' {
  const list = document.querySelector<HTMLElement>('.rows')
  if (!list?.querySelector('a.row')) return 'empty'
  list.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  return list.offsetHeight > (list.parentElement?.clientHeight ?? 0) + 60 ? 'full' : 'short'
}

/** Opens a row and all that is folded in it. Runs in the page. */
function openRow(): boolean {
  const row = document.querySelector<HTMLElement>('.rows a.row')
  row?.click()
  setTimeout(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true
  }, 50)
  return row !== null
}

const REQUIRED = [
  'some',
  'stop',
  'follow',
  'flood',
  'stop',
  'some',
  'flood',
  'ask',
  'follow',
  'fail',
  'wait',
  'release',
  'hold',
  'some',
  'hide',
  'show',
  'open',
  'size',
  'font',
  'stop',
  '12,000 requests',
  'restart',
  'some',
  'ask',
  'clear',
  'some',
  'sessions',
  'reset',
]

const ALL = [
  ...REQUIRED.filter(what => what !== '12,000 requests'),
  'some',
  'some',
  'stop',
  'follow',
  'fail',
  'hold',
  'hide',
  'show',
]
