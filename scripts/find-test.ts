/**
 * Finds the tests of a sentence. `npm run find-test -- a redirect is not followed` prints the ten texts of the tests
 * that share most with it, best first: titles, rows of tables, messages that are expected, also as regular
 * expressions, and what a suite proves. Each has its place, and the titles that it is under.
 */
import { globSync, readFileSync } from 'node:fs'
import MiniSearch, { type SearchResult } from 'minisearch'
import ts from 'typescript'

const TESTS = '{test,examples}/**/*.{ts,tsx,js,mjs}'

const search = new MiniSearch({
  idField: 'place',
  fields: ['text', 'titles', 'place'],
  storeFields: ['text', 'titles'],
  // `camelCase` has two words of a sentence
  tokenize: text => text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu) ?? [],
  searchOptions: {
    boost: { text: 2 },
    prefix: word => word.length > 3,
    fuzzy: word => (word.length > 4 ? 0.2 : false),
  },
})

for (const file of globSync(TESTS, { exclude: ['**/node_modules/**'] })) {
  const code = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  addTexts(source, source, '')
}

const sentence = process.argv.slice(2).join(' ')
if (!sentence)
  throw new Error('Say what the test is about: npm run find-test -- a redirect is not followed')

/** One test, such as one with a long table, takes two of the ten places at most. */
const places: Record<string, number> = {}
const isAmongTwo = ({ titles, text }: SearchResult): boolean => {
  const test = titles || text
  places[test] = (places[test] ?? 0) + 1
  return places[test] <= 2
}
for (const { id, titles, text } of search.search(sentence).filter(isAmongTwo).slice(0, 10))
  console.log(`${id}\n    ${shorten(titles)}${shorten(text)}`)

function addTexts(node: ts.Node, source: ts.SourceFile, titles: string): void {
  const text = readText(node)
  if (/\S\s+\S/.test(text) && !text.includes('\n')) {
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart())
    search.add({ place: `${source.fileName}:${line + 1}:${character + 1}`, titles, text })
  }
  const title = titleOf(node)
  ts.forEachChild(node, child =>
    addTexts(child, source, title && child !== title ? `${titles}${title.text} › ` : titles),
  )
}

/** A literal as it is written. Of a regular expression, what it matches literally: `\bhold\b` has one word. */
function readText(node: ts.Node): string {
  if (ts.isRegularExpressionLiteral(node)) return node.text.replace(/^\/|\/\w*$|\\[a-z]/g, ' ')
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
  return isText ? node.getText().slice(1, -1) : ''
}

/** The title of a `describe` or `test`, which the rows of its table are under, too. */
function titleOf(node: ts.Node): ts.StringLiteralLike | undefined {
  if (!ts.isCallExpression(node) || !/^(?:(?:describe|test)\b|it\()/.test(node.getText())) return
  const [title] = node.arguments
  return title && ts.isStringLiteralLike(title) ? title : undefined
}

function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 600)
}
