// The console says what is so, in every state.

import { describe, expect, test } from 'vitest'
import { addition } from '../harness/addition.ts'
import { skipped } from '../harness/browser.ts'
import { startProxy } from './proxy.ts'
import { ConsoleTest } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('A request that is held is no longer to be held, and its seconds are those of the server and end with it', async () => {
    await it.open()
    await it.button('Hold').click()
    await it.scheduled().getByText('Held: the next request.').waitFor()
    const response = it.client().addPlant({ id: 1, name: 'Hoya' })
    await it.held().waitFor()
    await it.chip('held 1').waitFor()
    for (const text of ['Nothing is scheduled', 'Held: the next'])
      expect(await it.page.getByText(text).count(), text).toBe(0)
    await it.page.addInitScript(() => {
      const { now } = Date
      Date.now = () => now() + 3_600_000
    })
    await it.page.reload()
    const seconds = it.held().getByText(/^\d+ s$/)
    await expect.poll(() => seconds.innerText()).toMatch(/^[1-9] s$/)
    await it.server.close()
    await it.status('Reconnecting…')
    const last = await seconds.innerText()
    await it.page.waitForTimeout(2_100)
    expect(await seconds.innerText()).toBe(last)
    expect((await response).ok).toBe(false)
  })

  test('Each page says what emptied the log, and who asked, once to be seen and once to be heard', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.newest().waitFor()
    await fetch(`${it.consoleUrl}/reset`, { method: 'POST' })
    await it.see('A client reset the mock at')
    const notices = it.page.getByText('A client reset')
    await expect.poll(() => notices.count()).toBe(2)
    expect(await notices.and(it.page.locator('.visually-hidden')).count()).toBe(1)
    await it.see('No requests yet.')
    await it.chip('All 0').waitFor()
    it.server.store.reset()
    await it.status('Code in the process reset the mock at')
  })

  test('Where there are plants, no first plant is to be added', async () => {
    await it.open()
    await it.see('add a first plant from a terminal')
    it.server.store.addPlants([{ id: 1, name: 'Hoya' }])
    await it.see('add another plant from a terminal')
    expect(await it.page.getByText('a first plant').count()).toBe(0)
  })

  test('Before the server has answered, nothing is said of what it has, and what is typed meanwhile is kept', async () => {
    await it.open()
    const answer = await it.keepBack('**/changes?*')
    await it.page.reload()
    await it.status('Connecting…')
    for (const text of ['No plants yet.', 'No requests yet.', 'Nothing is scheduled'])
      expect(await it.page.getByText(text).count(), text).toBe(0)
    await it.dialog('Settings')
    await it.page.getByLabel('Random failures').fill('100')
    answer()
    await it.status('Live')
    expect(await it.page.getByLabel('Random failures').inputValue()).toBe('100')
    await it.page.keyboard.press('Escape')
    for (const text of ['No requests yet.', 'Nothing is scheduled']) await it.see(text)
    await it.tab('Plants')
    await it.see('No plants yet.')
  })

  test('The title of the tab has what is held and the session', async () => {
    const session = new URL('/~team-a/', it.server.url).href
    await it.open({}, `${session}__mock`)
    await expect.poll(() => it.page.title()).toBe('team-a · Plant Store mock')
    it.server.session('team-a').holdNext()
    const held = it.post('{"id":2,"name":"Hoya"}', {}, `${session}plants`)
    await it.held().first().waitFor()
    await expect.poll(() => it.page.title()).toBe('1 held · team-a · Plant Store mock')
    await it.button('Release request 1').click()
    await held
    await expect.poll(() => it.page.title()).toBe('team-a · Plant Store mock')
  })

  test('Plants has what was added and nothing from before a reset, and all plants are searched, not only the shown ones', async () => {
    it.server.store.addPlants(
      Array.from({ length: 250 }, (_, id) => ({ id, name: id < 11 ? 'Aloe vera' : 'Hoya' })),
    )
    await it.open()
    await it.tab('Plants')
    await it.see('The last 100 of 250.')
    expect(await it.plants().filter({ hasText: 'Aloe' }).count()).toBe(0)
    const search = it.page.getByRole('searchbox', { name: 'Search all plants' })
    const ask = await it.keepBack('**/__mock/plants')
    await search.fill('aloe')
    await it.status('Not all plants are loaded yet.')
    ask()
    await it.status('11 of 250')
    expect(await it.plants().count()).toBe(11)
    await search.fill('HOYA')
    await it.status('239 of 250, of which the last 100 are shown.')
    it.server.store.addPlants([{ id: 250, name: 'Aloe vera' }])
    await search.fill('aloe')
    await it.status('12 of 251')
    await it.keepBack('**/__mock/plants')
    it.server.store.reset()
    it.server.store.addPlants([{ id: 1, name: 'Aloe vera' }])
    await it.status('Not all plants are loaded yet.')
    expect(await it.plants().count()).toBe(0)
  })
})

describe.skipIf(skipped)('Behind a proxy of an application', () => {
  const it = ConsoleTest.use()

  test('what is not reachable may be the proxy', async () => {
    const proxy = await startProxy(it.server.port)
    await it.open({}, `${proxy.url}/__mock`)
    await proxy.close()
    await it.see('The mock server, or the proxy in front of it, has not been reachable since')
    await it.see('Start what has ended again')
  })

  test("if the page reaches the mock through a proxy, a route of '**/v1/**' names its session", async () => {
    await it.restart({ basePath: '/v1', accessTokens: ['token'] })
    await using proxy = await startProxy(it.server.port, { prefixes: ['/v1', '/__mock'] })
    await it.open({}, `${proxy.url}/__mock`)
    await it.page.route('**/v1/**', route =>
      route.continue({ headers: { ...route.request().headers(), 'x-mock-session': 'a' } }),
    )
    await it.page.evaluate(init => fetch('/v1/plants', init).then(String), addition())
    expect(it.server.session('a').plants).toEqual([{ id: 1, name: 'Monstera' }])
  })

  test('an action that gets no connection says what may take them all', async () => {
    await it.open()
    await it.page.clock.install()
    await it.page.route('**/__mock/failures', () => {}) // as if it waited for a connection
    await it.button('503').click()
    await it.page.clock.fastForward(5_000)
    await it.status('A browser sends six requests at a time to one address')
    await it.page.unrouteAll()
  })
})

describe.skipIf(skipped)('On an http address that is not this machine', () => {
  const it = ConsoleTest.use('--host-resolver-rules=MAP plants.test 127.0.0.1')

  test('copying works', async () => {
    await it.restart({ allowedHosts: ['plants.test'] })
    await it.open({}, `http://plants.test:${it.server.port}/__mock`)
    expect(await it.page.evaluate(() => navigator.clipboard)).toBeUndefined()
    await it.button('Copy the base address').click()
    await it.button('Copied').waitFor()
    await it.search().press('Control+V')
    expect(await it.search().inputValue()).toBe(`http://plants.test:${it.server.port}`)
  })
})
