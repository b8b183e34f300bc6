// Each snippet shows what it imports, and so does the page of a function that it names.
import { globSync, readFileSync } from 'node:fs'
import * as client from 'plant-store-client'
import * as mock from 'plant-store-client/mock'
import * as msw from 'plant-store-client/mock/msw'
import * as server from 'plant-store-client/mock/server'
import ts from 'typescript'
import { expect, test } from 'vitest'

const PAGES = globSync(['README.md', 'docs/*.md', 'examples/**/README.md'], {
  exclude: path => path.includes('node_modules'),
})

const BLOCK =
  /^ *<!-- (?<path>[^\s#]+)\S* -->\n *(?<fence>`{3,})(?<language>[jt]sx?)\n(?<code>[\s\S]*?)^ *\k<fence>$/gm

/** The names that a file imports from packages, by `import` or `require`. A relative path leads to your own code. */
function importsOf(source: ts.SourceFile): Set<string> {
  const names = new Set<string>()
  const add = (from: ts.Node, bindings: ts.Node | undefined) => {
    if (ts.isStringLiteral(from) && !from.text.startsWith('.')) addNames(bindings)
  }
  const addNames = (node: ts.Node | undefined): void => {
    if (!node) return
    if (ts.isIdentifier(node)) names.add(node.text)
    else if (ts.isImportSpecifier(node) || ts.isBindingElement(node)) addNames(node.name)
    else ts.forEachChild(node, addNames)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause)
    else if (ts.isVariableDeclaration(node) && node.initializer && isRequire(node.initializer))
      add(node.initializer.arguments[0] as ts.Node, node.name)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

const isRequire = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.getText() === 'require'

/** The names that a file uses: not those of properties and attributes. */
function usesOf(source: ts.SourceFile): Set<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node) && !isNameOfProperty(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

function isNameOfProperty(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isJsxAttribute(parent)) &&
    parent.name === node
  )
}

const parse = (path: string, code: string) =>
  ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)

/** Each test runner has its own. */
const OF_THE_RUNNER = ['expect']

/** What each snippet of a page uses and does not import, though its file does: `page:line name`. */
function missingImports(page: string, text: string): string[] {
  return [...text.matchAll(BLOCK)].flatMap(({ index, groups = {} }) => {
    const { path = '', language, code = '' } = groups
    const inFile = importsOf(parse(path, readFileSync(path, 'utf8')))
    const snippet = parse(`snippet.${language}`, code)
    const shown = importsOf(snippet)
    const line = text.slice(0, index).split('\n').length
    return [...usesOf(snippet)]
      .filter(name => inFile.has(name) && !shown.has(name) && !OF_THE_RUNNER.includes(name))
      .map(name => `${page}:${line} ${name}`)
  })
}

test.for(PAGES)('each snippet shows the imports of what it uses: %s', page => {
  expect(missingImports(page, readFileSync(page, 'utf8'))).toEqual([])
})

test('a function that a page calls in its text is imported in a snippet of that page, or a link leads to one', () => {
  const functions = [client, mock, msw, server].flatMap(entry => Object.keys(entry))
  const calls = new RegExp(`\`[^\`\\n]*\\b(${functions.join('|')})\\b[^\`\\n]*\``, 'g')
  const missing = PAGES.filter(page => !/^examples|exports/.test(page)).flatMap(page => {
    const text = readFileSync(page, 'utf8')
    const shown = new Set<string>()
    for (const { groups = {} } of text.matchAll(BLOCK))
      for (const name of importsOf(parse(`snippet.${groups.language}`, groups.code ?? '')))
        shown.add(name)
    const prose = text
      .replace(/^ *(`{3,})[\s\S]*?^ *\1$/gm, '')
      .replace(/\[(?:[^\]`]|`[^`]*`)*\]\([^)]*\)/g, '') // links
    const named = new Set(Array.from(prose.matchAll(calls), ([, name = '']) => name))
    return [...named].filter(name => !shown.has(name)).map(name => `${page} ${name}`)
  })
  expect(missing).toEqual([])
})

test('a snippet without the import of what it uses is noticed', () => {
  const snippet = (code: string) =>
    `<!-- examples/scripts/throwing.ts#unwrap -->\n\`\`\`ts\n${code}\n\`\`\``
  const use = "const plant = await client.addPlant({ id: 1, name: 'Hoya' }).then(unwrap)"
  expect(missingImports('a page', snippet(use))).toEqual(['a page:1 unwrap'])
  const shown = `import { unwrap } from 'plant-store-client'\n${use}`
  expect(missingImports('a page', snippet(shown))).toEqual([])
})
