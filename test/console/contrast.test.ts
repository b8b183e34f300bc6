// Every control can be read in each of its states, in both themes (WCAG 2.2: 1.4.3, 1.4.11).

import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { ConsoleTest } from './use-console.ts'

const STATES = {
  rest: [],
  hover: ['hover'],
  focus: ['focus', 'focus-visible'],
  active: ['hover', 'active'],
} as const

const CONTROLS = 'button, a, input, select, textarea, summary, .chips span, .check'

describe.skipIf(skipped)('In a browser', () => {
  const it = ConsoleTest.use()

  test('Each control has the contrast that WCAG asks for, in each state and theme', async () => {
    await it.open()
    const protocol = await it.page.context().newCDPSession(it.page)
    await protocol.send('DOM.enable')
    await protocol.send('CSS.enable')
    const checked = new Set<string>()
    const check = async () => {
      const { found, names } = await findFaint(it.page, protocol)
      for (const name of names) checked.add(name)
      expect(found).toEqual([])
    }
    const { store } = it.server
    await it.client().addPlant({ id: 1, name: 'Monstera', tag: 'tropical' })
    await it.post('{"id":1}')
    store.failNext({ status: 503 })
    store.failNext('network-error')
    await it.post('{"id":1,"name":"Hoya"}')
    store.holdNext()
    const held = it.post('{"id":2,"name":"Hoya"}').catch(() => {})
    await it.held().first().waitFor()
    await it.aim()
    await it.page.getByLabel('or all').check() // disables a field
    await it.select(it.rows().first())
    await it.page.getByLabel('Bodies as sent').check()
    await check()
    for (let id = 10; id < 40; id++) await it.post(`{"id":${id},"name":"Hoya"}`).catch(() => {})
    await it.button(/ new ↓$/).waitFor()
    await it.tab('Plants')
    await check()
    await it.tab('Next')
    await check()
    for (const name of ['Default session', 'Send', 'Settings', 'Menu']) {
      await it.dialog(name)
      await check()
      await it.page.keyboard.press('Escape')
    }
    await it.other()
    await check()
    await it.page.keyboard.press('Escape')
    await it.menu('Reset')
    await check()
    await it.page.keyboard.press('Escape')
    await it.page.keyboard.press('Escape')
    await it.page.setViewportSize({ width: 390, height: 844 })
    await check()
    await it.page.setViewportSize({ width: 1440, height: 900 })
    await it.server.close()
    await held
    await it.see(/The mock server has not been reachable/)
    await check()
    await it.dialog('Settings')
    await check()
    // Where the labels vanished.
    for (const name of ['Apply', 'Open', 'Send', 'Fail with this', 'Reset the mock'])
      expect([...checked], name).toContain(name)
  }, 240_000)
})

/** Forces each state on all controls, and returns those that cannot be told from what is behind them. */
async function findFaint(
  page: Page,
  protocol: CDPSession,
): Promise<{ found: string[]; names: string[] }> {
  const { root } = await protocol.send('DOM.getDocument')
  const { nodeIds } = await protocol.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: CONTROLS,
  })
  const force = (forcedPseudoClasses: readonly string[]) =>
    Promise.all(
      nodeIds.map(
        nodeId =>
          protocol
            .send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...forcedPseudoClasses] })
            .catch(() => {}), // a message may be gone by now
      ),
    )
  const found: string[] = []
  const names: string[] = []
  for (const [state, pseudoClasses] of Object.entries(STATES)) {
    await force(pseudoClasses)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const { result } = await protocol.send('Runtime.evaluate', {
        expression: `[...document.querySelectorAll(${JSON.stringify(CONTROLS)})].map(${measure})`,
        returnByValue: true,
      })
      for (const { name, text, edge, outline } of result.value as ReturnType<typeof measure>[]) {
        names.push(name)
        const told = `${name} (${state}, ${colorScheme})`
        if (text < 4.5) found.push(`${told}: its text has ${text.toFixed(2)}`)
        if (edge < 3) found.push(`${told}: its edge has ${edge.toFixed(2)}`)
        if (state === 'focus' && outline < 3)
          found.push(`${told}: its outline has ${outline.toFixed(2)}`)
      }
    }
  }
  await force([])
  return { found, names }
}

/** The ratios of contrast of an element's text, of the edge of a field, and of its outline. Runs in the page. */
function measure(control: Element): {
  name: string
  text: number
  edge: number
  outline: number
} {
  type Color = [red: number, green: number, blue: number, alpha: number]
  const parse = (color: string): Color => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
    const unit = color.startsWith('color(') ? 255 : 1 // of color-mix()
    return [red * unit, green * unit, blue * unit, alpha]
  }
  const over = ([r, g, b, a]: Color, [red, green, blue]: Color): Color => [
    r * a + red * (1 - a),
    g * a + green * (1 - a),
    b * a + blue * (1 - a),
    1,
  ]
  const paper = (element: Element | null): Color =>
    element
      ? over(parse(getComputedStyle(element).backgroundColor), paper(element.parentElement))
      : [255, 255, 255, 1]
  const luminance = (color: Color) => {
    const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map(part => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (a: Color, b: Color) => {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, two) => two - one)
    return (light + 0.05) / (dark + 0.05)
  }
  const style = getComputedStyle(control)
  const around = paper(control.parentElement)
  const ratio = (color: string, behind: Color) => contrast(over(parse(color), behind), behind)
  const isField = control.matches('select, textarea, input:not([type=checkbox], [type=radio])')
  const texts = [control, ...control.querySelectorAll('*')].filter(
    element =>
      element.checkVisibility({ checkVisibilityCSS: true }) &&
      [...element.childNodes].some(({ nodeType, data }: ChildNode & { data?: string }) =>
        Boolean(nodeType === 3 && data?.trim()),
      ),
  )
  if (isField && control.checkVisibility()) texts.push(control)
  return {
    name: (control as HTMLElement).innerText?.trim() || control.id || control.className,
    text: Math.min(21, ...texts.map(each => ratio(getComputedStyle(each).color, paper(each)))),
    edge: isField ? ratio(style.borderTopColor, around) : 21,
    outline: style.outlineStyle === 'none' ? 21 : ratio(style.outlineColor, around),
  }
}
