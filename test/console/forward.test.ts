// The mock between an application in a browser and a real service: a test as a user writes it with Playwright, and what
// the console shows of what was forwarded.
// #region forward
import { connectMockServer } from 'plant-store-client/mock'

// #endregion
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { skipped, startBrowser } from '../harness/browser.ts'
import { listen } from '../harness/listen.ts'
import { answerByContract, startUpstream } from '../harness/upstream.ts'
import { ConsoleTest } from './use-console.ts'

/** An application on an origin of its own, whose form adds a plant. */
const page = (
  url: string,
) => `<form><input name=id><button>Add</button></form><p role=status></p><script>
  const form = document.querySelector('form')
  form.onsubmit = async event => {
    event.preventDefault()
    const id = Number(form.elements.id.value)
    const response = await fetch('${url}/plants', {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ id, name: ' Fern ' }),
    })
    document.querySelector('p').textContent = id + ': ' + response.status + ' ' + (await response.text())
  }
</script>`

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('a test fails a single request of an application that talks to staging, and finds no violation', async () => {
    await using service = await startUpstream()
    await using server = await startMockServer({ port: 0, forward: `${service.url}/v1` })
    await using app = await listen((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(server.url)),
    )
    await using browser = await startBrowser()
    const tab = await browser.newPage()
    const { url } = server
    const add = async (id: number, outcome: string) => {
      await tab.getByRole('textbox').fill(String(id))
      await tab.getByRole('button').click()
      await tab.getByText(`${id}: ${outcome}`).waitFor()
    }
    await tab.goto(app.url.replace('127.0.0.1', 'localhost'))
    // #region forward
    const mock = connectMockServer(url)
    await mock.failNext({ status: 503 }, { match: { id: 7 } }) // does not reach the service
    // ... drive the application ...
    // #endregion
    await add(7, '503 ')
    await add(8, '200 {"name":" Fern "}')
    // #region forward
    const requests = await mock.requests()
    expect(requests.flatMap(each => each.violations ?? [])).toEqual([])
    // #endregion
    expect(service.received.map(({ body }) => JSON.parse(body).id)).toEqual([8])
    expect(requests.map(({ forwarded }) => forwarded)).toEqual([undefined, true])
  })

  test('a violation is a problem in its row and its detail; what repeats and sends says that plants are real', async () => {
    await using service = await startUpstream((received, response) =>
      answerByContract({ ...received, body: received.body.replaceAll(' ', '') }, response),
    )
    await it.server.close()
    it.server = await startMockServer({ port: 0, forward: service.url })
    await it.open()
    await it.post('{"id":1,"name":"Monstera"}')
    await it.post('{"id":2,"name":" Fern "}')
    const words = 'name came back with other spaces: name is "Fern", not " Fern "'
    const row = it.rows().filter({ hasText: words })
    expect(await row.getByRole('link').getAttribute('data-tone')).toBe('bad')
    await row.getByText('→').waitFor()
    await it.page.getByText(`in front of ${service.url}/`).waitFor()
    await it.page.getByRole('radio', { name: 'violations 1' }).check()
    expect(await it.rows().count()).toBe(1)
    const detail = await it.select(row)
    await detail.getByText(`Breaks the contract: ${words}.`).waitFor()
    await detail.getByText(`· forwarded to ${service.url}/`).waitFor()
    const real = `to ${service.url}/: a plant that it adds is real.`
    await detail.getByText(`Repeat sends it ${real}`).waitFor()
    // It has no token that the service knows.
    await it.button('Repeat', { exact: true }).click()
    await it.status('Enter a token of the service under Send first')
    const send = await it.dialog('Send')
    expect(await send.getByLabel('Token').inputValue()).toBe('')
    await send.getByLabel('Token').fill('real-token')
    await it.button('Close').click()
    await it.button('Repeat', { exact: true }).click()
    await detail.getByText('It repeats request #2').waitFor()
    expect(service.received).toHaveLength(3)
    await it.button('Edit and send').click()
    await it.page.getByRole('dialog').getByText(`It is forwarded ${real}`).waitFor()
  })

  test('what only the mock could do is not said where a service answers', async () => {
    await using service = await startUpstream()
    await it.server.close()
    it.server = await startMockServer({ port: 0, forward: service.url })
    await it.open()
    await it.see('where the plant is real:')
    const command = it.page.getByRole('group', { name: 'curl command that adds a plant' })
    expect(await command.innerText()).toContain('Bearer $PLANT_STORE_TOKEN')
    // The mock itself answers a wrong path, so a repeat adds nothing.
    await fetch(`${it.server.url}/flowers`, { method: 'POST' })
    await it.select()
    expect(await it.detail().getByText('is real').count()).toBe(0)
    await fetch(`${it.server.url}/plants`, { method: 'PUT' })
    await it.select(it.rows().filter({ hasText: 'PUT' }))
    await it.dialog('Edit and send')
    expect(await it.page.getByText('is real').count()).toBe(0)
    await it.page.keyboard.press('Escape')
    await it.tab('Next')
    it.server.store.holdNext()
    const held = it.post('{"id":1,"name":"Hoya"}')
    await it.held().first().waitFor()
    expect(await it.held().getByRole('option').first().innerText()).toBe('by the service')
    // It can be read, and so can the plant, whatever the width.
    for (const width of [1440, 1024, 390]) {
      await it.page.setViewportSize({ width, height: 800 })
      if (width === 390) await it.tab('Next')
      const isCut = await it.held().evaluate(item => {
        const select = item.querySelector('select') as HTMLSelectElement
        const text = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
        text.font = getComputedStyle(select).font
        const cells = [...item.querySelectorAll('.id, .name')]
        return (
          text.measureText('by the service').width > select.clientWidth - 30 ||
          cells.some(cell => cell.scrollWidth > cell.clientWidth)
        )
      })
      expect(isCut, String(width)).toBe(false)
    }
    await it.page.setViewportSize({ width: 1280, height: 720 })
    await it.button('Release request 3').click()
    await held
    const dialog = await it.dialog('Settings')
    await dialog.getByText(`${service.url}/ decides what becomes`).waitFor()
    expect(await dialog.getByRole('combobox').count()).toBe(0)
    await dialog.getByLabel('Latency to').fill('1')
    await it.button('Apply').click()
    await it.status('The settings were changed.')
    await it.page.keyboard.press('Escape')
    await it.tab('Plants')
    await it.see(`Those that ${service.url}/ has added through this mock since its start.`)
    await it.menu('Reset')
    await it.see('3 requests and 1 recorded plant will be gone.')
    await it.see(`The plants stay in ${service.url}/.`)
  })
  test('what a service sent is shown as it was, and what is redacted in it is not scheduled', async () => {
    await using service = await listen((_, response) =>
      response
        .writeHead(302, { location: 'https://a.test/?access_token=secret', 'x-trace': '1' })
        .end(' '),
    )
    await it.server.close()
    it.server = await startMockServer({ port: 0, forward: service.url })
    await it.open()
    await fetch(`${it.server.url}/plants`, { method: 'POST', body: '{}', redirect: 'manual' })
    const detail = await it.select()
    await detail.locator('summary').last().click()
    await detail.getByText('https://a.test/?access_token=[redacted]', { exact: true }).waitFor()
    expect(await detail.locator('dt').allInnerTexts()).toContain('date')
    expect(await detail.getByText('Without those of the connection').count()).toBe(0)
    await it.button('Answer the next one like this').click()
    await it.tab('Next')
    await it.scheduled().getByText('Status 302 (X-Trace: 1; body " "): the next request.').waitFor()
  })

  test('address, service and session are whole in the header from 720 pixels on', async () => {
    await using service = await startUpstream()
    await it.server.close()
    it.server = await startMockServer({ port: 0, forward: `${service.url}/v1` })
    await it.open({}, it.consoleUrl.replace('/__mock', '/~staging-1/__mock'))
    const cutOff = () =>
      it.page.evaluate(() =>
        [...document.querySelectorAll('.top .cut, .top .pill')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      )
    for (const width of [1440, 1200, 1024, 1000, 900, 720]) {
      await it.page.setViewportSize({ width, height: 720 })
      expect(await cutOff(), String(width)).toEqual([])
    }
  })
})
