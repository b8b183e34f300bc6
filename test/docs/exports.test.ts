// docs/exports.md lists whatever the entries export, one line each.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const guide = readFileSync('docs/exports.md', 'utf8')

/** The exports of each entry, as `api/` has them. */
const reports = {
  'plant-store-client': 'plant-store-client',
  'plant-store-client/mock': 'mock',
  'plant-store-client/mock/msw': 'mock-msw',
  'plant-store-client/mock/server': 'mock-server',
}

test.for(Object.entries(reports))(
  'every export of %s is listed under it, once, with what it is',
  ([entry, report]) => {
    const api = readFileSync(`api/${report}.api.md`, 'utf8')
    const exported = api.matchAll(
      /^export (?:declare )?(?:type|interface|class|function|const) (\w+)/gm,
    )
    const section = guide.split(/^## /m).find(each => each.startsWith(`${entry}\n`)) ?? ''
    const listed = section.matchAll(/^- \[`(\w+)`\]\(\.\.\/(?:src|mock)\/\S+\.ts\): \S.*$/gm)
    const names = (matches: Iterable<RegExpMatchArray>) =>
      Array.from(matches, ([, name]) => name).sort()
    expect(names(listed)).toEqual(names(exported))
  },
)
