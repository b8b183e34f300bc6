// Each link from one page to another, or to a part of one, leads somewhere.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = globSync(['*.md', 'docs/*.md', 'examples/**/*.md'], {
  exclude: path => path.includes('node_modules'),
})

const withoutBlocks = (page: string) =>
  readFileSync(page, 'utf8').replace(/^ *(`{3,}|~{3,})[\s\S]*?^ *\1$/gm, '')

/** The anchors that GitHub and the API reference give to the headings of a page. */
function anchors(page: string): Set<string> {
  const found = new Set<string>()
  for (const [, heading = ''] of withoutBlocks(page).matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    let unique = anchor
    for (let number = 1; found.has(unique); number++) unique = `${anchor}-${number}`
    found.add(unique)
  }
  return found
}

test.each(pages)('%s', page => {
  const text = withoutBlocks(page).replace(/`[^`\n]*`/g, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const broken = links.filter(link => {
    if (/^\w+:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path ? join(dirname(page), path) : page
    return !existsSync(target) || (anchor !== undefined && !anchors(target).has(anchor))
  })
  expect(broken).toEqual([])
})
