/** Writes the list of exports in docs/exports.md, from the docblocks of the entries: `node scripts/readme/exports.ts` */
import { relative, resolve } from 'node:path'
import ts from 'typescript'

const ENTRIES = {
  'plant-store-client': 'src/index.ts',
  'plant-store-client/mock': 'mock/index.ts',
  'plant-store-client/mock/msw': 'mock/msw.ts',
  'plant-store-client/mock/server': 'mock/server.ts',
}

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
const program = ts.createProgram(Object.values(ENTRIES), options)
const checker = program.getTypeChecker()

for (const [name, file] of Object.entries(ENTRIES)) {
  const entry = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node) as ts.Symbol
  const exported = checker.getExportsOfModule(entry).map(dealias)
  const [values, types] = [exported.filter(isValue), exported.filter(each => !isValue(each))]
  console.log(`\n## ${name}\n`)
  for (const symbol of values.toSorted(byName)) console.log(line(symbol))
  console.log('\nTypes:\n')
  for (const symbol of types.toSorted(byName)) console.log(line(symbol))
}

function dealias(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function isValue({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Value) !== 0
}

function byName(a: ts.Symbol, b: ts.Symbol): number {
  return a.name.localeCompare(b.name, 'en')
}

/** A link to where it is documented, and the first sentence there. */
function line(symbol: ts.Symbol): string {
  const [declaration] = symbol.declarations ?? []
  const path = relative(resolve('.'), declaration?.getSourceFile().fileName ?? '')
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const [sentence] = text.replace(/\{@link (\w+)\}/g, '`$1`').split(/(?<=\.)\s/)
  const link = `[\`${symbol.name}\`](../${path.replaceAll('\\', '/')})`
  return `- ${link}: ${sentence?.replace(/\s+/g, ' ')}`
}
