import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

/** TypeScript types of the description; an int64 is a number or a bigint, since 2^53 is not its end. */
export async function types(source: string): Promise<string> {
  const int64 = ts.factory.createUnionTypeNode([
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword),
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword),
  ])
  const ast = await openapiTS(source, {
    transform: schema => (schema.format === 'int64' ? int64 : undefined),
  })
  // An editor shows what is untagged; `@description` is a tag that only JSDoc's own tool knows.
  return astToString(ast).replaceAll('@description ', '')
}
