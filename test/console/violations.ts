import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong with a page: the rule, and where. By default all rules are checked. */
export async function violations(page: Page, ...rules: string[]): Promise<string[][]> {
  // Through the protocol, which the page's own policy does not bind.
  await page.evaluate(axe.source)
  const options = rules.length > 0 ? { runOnly: rules } : {}
  const found = await page.evaluate(`axe.run(${JSON.stringify(options)})`)
  const { violations } = found as axe.AxeResults
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
}
