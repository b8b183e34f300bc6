// The console and a server that goes away and comes back, and its sessions.

import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signal } from '../harness/addition.ts'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest, TOKEN } from './use-console.ts'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('A lost connection disables what needs the server, and keeps the log', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera"}')
    await it.newest().waitFor()
    await it.tab('Plants')
    await it.plants().filter({ hasText: 'Monstera' }).waitFor()
    await it.tab('Next')
    const { port } = it.server
    it.server.store.holdNext()
    const held = it.client().addPlant({ id: 9, name: 'Calathea' })
    await it.held().first().waitFor()
    await it.server.close()
    await held
    await it.status('Reconnecting…')
    await it.see(/The mock server has not been reachable since \d\d:/)
    expect(await it.page.getByText('npx').count()).toBe(0)
    await it.status(/^Reconnecting… since \d\d:/)
    expect(await it.page.getByText('Nothing is scheduled').count()).toBe(0)
    for (const name of ['Clear', '503', 'Hold'])
      expect(await it.button(name).isDisabled(), name).toBe(true)
    await it.button('503').focus()
    await it.page.keyboard.press('Enter')
    await it.status('Start it again, then retry.')
    const unreachable = it.page.getByText('The mock server is not reachable. Start')
    await it.select(it.rows().first())
    await it.detail().getByRole('heading', { name: 'Response' }).waitFor()
    expect(await it.button('Repeat').isDisabled()).toBe(true)
    const dialog = await it.dialog('Send')
    expect(await dialog.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await it.page.keyboard.press('Escape')
    await it.button('Close the request').click()

    const before = await it.rows().first().boundingBox()
    await it.restart({ port })
    await it.status('Live')
    await unreachable.waitFor({ state: 'detached' }) // it goes when the mock is reachable again
    expect(await it.button('503').isDisabled()).toBe(false)
    await it.post('{"id":2,"name":"Hoya"}')
    await it.rows().nth(2).waitFor()
    const lines = await it.list().allInnerTexts()
    expect(lines[0]).toMatch(/^The mock was started at [\d:]+\.$/)
    expect(lines[1]).toContain('Monstera')
    expect(await it.rows().first().boundingBox(), 'no row has moved').toEqual(before)
    expect(lines[2]).toMatch(
      /^#2\s[\s\S]*Calathea[\s\S]*none[\s\S]*It was in flight when its session ended/,
    )
    expect(lines[3]).toMatch(
      /The mock was started at .* The requests above are from before: only this page has them\./,
    )
    expect(lines[4]).toContain('Hoya')
    await it.chip('All 3').waitFor()
    await it.tab('Plants')
    await it.plants().filter({ hasText: 'Hoya' }).waitFor()
    expect(await it.plants().count()).toBe(1)
    await it.search().fill('hoya')
    await it.status('1 of 3')
  })

  test('Each session has a console of its own, to which the picker leads, which resets it alone and cannot end it', async () => {
    const other = it.server.session('team-a')
    const { origin } = new URL(it.server.url)
    await it.post('{"id":7,"name":"Hoya"}', {}, `${origin}/~team-a/plants`)
    await it.open()
    await it.see('No requests yet.')
    await it.dialog('Default session')
    await it.page.getByRole('link', { name: 'team-a' }).click()
    await it.button('Session team-a').waitFor()
    await it.rows().filter({ hasText: 'Hoya' }).waitFor()
    await it.see(`${origin}/~team-a`)
    const dialog = await it.dialog('Send')
    await dialog.getByLabel('Token').fill(TOKEN)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await it.detail().getByText('request #2').waitFor()
    expect(other.plants.length).toBe(2)
    expect(it.server.store.plants).toEqual([])
    await it.button('Repeat').click()
    await it.detail().getByText('It repeats request #2').waitFor()
    expect(other.plants.length).toBe(3)
    await it.dialog('Session team-a')
    await it.page.getByRole('link', { name: 'team-a' }).waitFor()
    expect(await it.button(/^End the session/).count()).toBe(0)
    await it.page.keyboard.press('Escape')
    await it.menu('Reset')
    await it.button('Reset the session').waitFor()
  })

  test('A restart is said below the requests that it follows, of which a reset asks, and not in an empty log', async () => {
    await it.open()
    const restart = async () => {
      const { port } = it.server
      await it.server.close()
      await it.status('Reconnecting…')
      await it.restart({ port })
      await it.status('Live')
    }
    await restart()
    await it.post('{"id":1,"name":"Hoya"}')
    await it.newest().waitFor()
    expect(await it.page.getByText('from before').count()).toBe(0)
    await restart()
    await it.see('The requests above are from before: only this page has them.')
    await it.menu('Reset')
    await it.see('1 request that only this page has will be gone.')
    await it.page.keyboard.press('Escape')
    await it.page.keyboard.press('Escape')
    await it.button('Clear').click()
    await it.see('This page loses 1 request, which the mock does not have.')
    expect(await it.page.getByText('0 requests').count()).toBe(0)
  })

  test('A session that a header names, or that is named default, has an address of its own', async () => {
    await it.open({ extraHTTPHeaders: { 'x-mock-session': 'default' } })
    const { origin } = new URL(it.server.url)
    await it.see(`${origin}/~default`)
    expect(it.page.url()).toBe(`${origin}/~default/__mock`)
    await it.dialog('Session default')
    await it.page.getByRole('link', { name: 'Default session' }).waitFor()
  })

  test('A session that does not exist yet is opened by its name', async () => {
    await it.open()
    await it.dialog('Default session')
    const name = it.page.getByRole('textbox', { name: 'Find or open a session' })
    await name.fill('no name')
    await name.press('Enter')
    expect(await name.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
      'Enter 1 to 64 letters, digits, dots, hyphens or underscores.',
    )
    expect(it.page.url()).toBe(it.consoleUrl)
    await name.fill('new.one')
    await name.press('Enter')
    await it.button('Session new.one').waitFor()
    await it.status('Live')
  })

  test('The list of sessions follows what happens, and Ctrl and a click open one in a tab of its own', async () => {
    await it.open()
    const dialog = await it.dialog('Default session')
    const name = 'm'.repeat(43)
    it.server.session(name)
    const item = dialog.getByRole('listitem').filter({ hasText: name })
    await item.getByText('0 plants and 0 requests').waitFor()
    await it.post('{"id":1,"name":"Hoya"}', {}, `${it.server.url}/~${name}/plants`)
    await item.getByText('1 plant and 1 request,').waitFor()
    const opened = it.page.context().waitForEvent('page')
    await item.getByRole('link').click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    await tab.waitForURL(`**/~${name}/__mock`) // it begins as about:blank
    await tab.close()
    expect(it.page.url()).not.toContain('~')
    it.server.endSession(name)
    await item.waitFor({ state: 'detached' })
  })

  test('A session is ended from the picker, which asks first, and not listed again by an answer from before', async () => {
    it.server.session('..') // which clients remove from a path
    it.server.session('team-a').addPlants([{ id: 1, name: 'Hoya' }])
    it.server.session('team-b')
    await it.open()
    await it.dialog('Default session')
    await it.button('End the session team-a').click()
    await it.see('Whoever uses it loses its plants and requests.')
    await it.button('Cancel').and(it.page.locator(':focus')).click()
    await it.button('End the session team-a').and(it.page.locator(':focus')).click()
    await it.button('End the session').click()
    await it.status('The session team-a was ended.')
    await expect.poll(() => it.page.getByRole('link', { name: 'team-a' }).count()).toBe(0)
    await it.page.getByRole('link', { name: 'team-b' }).waitFor()
    const [asked, ask] = signal()
    const [ended, end] = signal()
    await it.page.route('**/sessions', () => {}) // what is asked after that is not answered
    const answerLate = async (route: Route) => {
      const response = await route.fetch()
      ask()
      await ended
      await route.fulfill({ response })
    }
    await it.page.route('**/sessions', answerLate, { times: 1 })
    await asked
    await it.button('End the session ..').click()
    await it.button('End the session').click()
    await it.status('The session .. was ended.')
    expect(it.server.sessions).toEqual(['team-b'])
    end()
    await it.page.evaluate(() => fetch('/openapi.yaml').then(response => response.text()))
    expect(await it.button('End the session ..').count()).toBe(0)
    expect(await it.button('End the session team-b').count()).toBe(1)
  })

  test('A session that another console ended is said to be recreated, below its older requests', async () => {
    const session = new URL('/~team-a/', it.server.url).href
    const post = (body: string) => it.post(body, {}, `${session}plants`)
    await it.open({}, `${session}__mock`)
    await post('{"id":1,"name":"Monstera"}')
    await it.newest().waitFor()
    await fetch(`${it.consoleUrl}/sessions/team-a`, { method: 'DELETE' })
    await it.status('The session was created at')
    await post('{"id":2,"name":"Hoya"}')
    await it.rows().nth(1).waitFor()
    const lines = await it.list().allInnerTexts()
    expect(lines[1]).toContain('Monstera')
    expect(lines[2]).toContain('The session was created at')
    expect(lines[3]).toContain('Hoya')
  })

  test('A reset while the page is away empties its log, as it does while the page is there', async () => {
    await it.open()
    await it.post('{"id":1,"name":"Monstera"}')
    await it.newest().waitFor()
    await it.page.route('**/changes?*', route => route.abort())
    it.server.store.clearFailures() // ends the wait of the page
    await it.status('Reconnecting…')
    it.server.store.reset()
    await it.page.unroute('**/changes?*')
    await it.status('Live')
    await it.see('No requests yet.')
  })

  test('A mock that hangs is said to give no answer, and is live as soon as it answers again', async () => {
    await it.post('{"id":1,"name":"Hoya"}')
    await it.open()
    await it.newest().waitFor()
    await it.page.clock.install()
    await it.page.route('**/changes?*', () => {})
    const asked = it.page.waitForRequest('**/changes?*')
    await it.post('{"id":2,"name":"Aloe"}') // ends the wait of the page
    await asked
    await it.page.clock.fastForward(30_000)
    await it.status('No answer')
    // It may still do later what it is asked now.
    await it.menu('Reset')
    await it.button('Cancel').click()
    await it.page.keyboard.press('Escape')
    await it.page.unrouteAll()
    await it.status('Live')
    await it.rows().nth(1).waitFor()
  })

  test('The address with a slash at its end works too', async () => {
    await it.open({}, `${it.consoleUrl}/`)
    await it.client().addPlant({ id: 1, name: 'Hoya' })
    await it.rows().filter({ hasText: 'Hoya' }).waitFor()
    await it.button('Menu').click()
    expect(await it.page.getByRole('link', { name: 'openapi.yaml' }).getAttribute('href')).toBe(
      '/__mock/openapi.yaml',
    )
  })
})
