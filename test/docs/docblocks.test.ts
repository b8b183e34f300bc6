// Whatever is called has an example, as have the main types. Each compiles against the package and prints what it
// says.
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { expectedLines, runExample } from './run-example.ts'

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  exactOptionalPropertyTypes: true,
  types: [],
  skipLibCheck: true,
  noEmit: true,
}

/** The examples of a symbol and of its members. */
function examplesOf(symbol: ts.Symbol, checker: ts.TypeChecker): string[] {
  const members = symbol.members ? [...symbol.members.values()] : []
  return [symbol, ...members].flatMap(each =>
    each
      .getJsDocTags(checker)
      .filter(({ name }) => name === 'example')
      .map(({ text }) => /```ts\n(.*)```/s.exec(ts.displayPartsToString(text))?.[1] ?? ''),
  )
}

/** Types that a caller writes down. The others explain themselves where they are used. */
const MAIN_TYPES = [
  'AccessToken',
  'AddPlantOptions',
  'AddPlantResult',
  'Middleware',
  'MockFailure',
  'MockHold',
  'MockRequest',
  'MockServerConnection',
  'MockSessions',
  'MockStore',
  'MockStoreOptions',
  'PlantStoreClientOptions',
  'PlantStoreError',
  'RemoteHold',
  'RequestMatch',
]

const examples = new Map<string, string>() // by source: an entry may give what another gives
const without: string[] = []
const entries = ['index', 'mock/index', 'mock/msw', 'mock/server'].map(
  entry => `dist/${entry}.d.ts`,
)
const program = ts.createProgram(entries, options)
const checker = program.getTypeChecker()
for (const entry of entries) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.Node) as ts.Symbol
  for (const exported of checker.getExportsOfModule(module)) {
    const isAlias = exported.flags & ts.SymbolFlags.Alias
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
    const found = examplesOf(symbol, checker)
    const name = `${entry} ${exported.name}`
    const isCalled = (symbol.flags & ts.SymbolFlags.Value) !== 0
    if (found.length === 0 && (isCalled || MAIN_TYPES.includes(exported.name))) without.push(name)
    for (const [index, source] of found.entries())
      if (!examples.has(source)) examples.set(source, index ? `${name} ${index + 1}` : name)
  }
}

test('every exported function, class and main type has an example', () => {
  expect(without).toEqual([])
})

test('every example compiles', () => {
  const folder = import.meta.dirname.replaceAll('\\', '/')
  const files = new Map(
    // Numbered, because names may differ in case alone, which TypeScript refuses of files.
    Array.from(examples, ([source, name], index) => [
      `${folder}/${index}-${name.replace(/\W+/g, '-')}.ts`,
      source,
    ]),
  )
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = file => files.has(file) || fileExists(file)
  host.getSourceFile = (file, target, ...rest) => {
    const source = files.get(file)
    return source === undefined
      ? getSourceFile(file, target, ...rest)
      : ts.createSourceFile(file, source, target)
  }
  const problems = ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host))
  expect(ts.formatDiagnostics(problems, host)).toBe('')
})

describe('every example runs', () => {
  test.concurrent.for(Array.from(examples, ([source, name]) => [name, source] as const))(
    '%s',
    async ([, source]) => {
      const compilerOptions = { ...options, module: ts.ModuleKind.ESNext } // one that has no file name
      const { outputText } = ts.transpileModule(source, { compilerOptions })
      const lines = await runExample('--input-type=module', '--eval', outputText)
      expect(lines).toEqual(expectedLines(source))
    },
  )
})

test('no example prints a message before other values: a console formats them by the % that a service sent', () => {
  const places = ['README.md', 'docs/*.md', 'src/*.ts', 'mock/**/*.ts', 'examples/**/*.{md,ts,tsx}']
  const files = globSync(places, { exclude: path => path.includes('node_modules') })
  const formats = files.filter(file =>
    /console\.\w+\((?:[\w.?!]+\.)?message,|console\.\w+\(`[^`]*\$\{[^`]*`,/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(formats).toEqual([])
})
