import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong with a page, or with a part of it: the rule, and where. By default all rules are checked. */
export async function violations(
  page: Page,
  { rules, within = 'html' }: { rules?: readonly string[]; within?: string } = {},
): Promise<string[][]> {
  // Through the protocol, which the page's own policy does not bind.
  if (!(await page.evaluate('globalThis.axe !== undefined'))) await page.evaluate(axe.source)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const found = await page.evaluate(`axe.run('${within}', ${JSON.stringify(options)})`)
  const { violations } = found as axe.AxeResults
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
}
