import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { Operation } from './operation.ts'
import type { Part } from './part.ts'
import { isRequiredAlone } from './schema.ts'

/** Writes the types that openapi-typescript makes, and those of the operation by role. */
export async function types(description: Part, operation: Operation): Promise<string> {
  const { method, path, request, success, error } = operation
  const verb = description.at('paths').at(path).at(method.toLowerCase())
  const typed = verb.at('operationId').exists
    ? 'operations["addPlant"]'
    : `paths[${JSON.stringify(path)}]["${verb.name}"]`
  const body = (at: string, mediaType: string) =>
    `${typed}[${at}]["content"][${JSON.stringify(mediaType)}]`
  // As comments they would be long, and repeated in each declaration file of the package.
  const examples = [request, success, error].flatMap(each => each.examples)
  const left = new Set(examples.map(({ value }) => value))
  // openapi-typescript calls JSON.stringify, which cannot write a bigint.
  const text = JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: description.at('paths').value,
      components: description.at('components').value,
    },
    (_, value) => (left.has(value) ? undefined : toPlainJson(withRequiredTogether(value))),
  )
  const ast = await openapiTS(JSON.parse(text), {
    defaultNonNullable: false, // neither side fills in a default
    emptyObjectsUnknown: true,
    silent: true,
    transform: exactInteger,
    transformProperty: optionalOrUndefined,
  })
  const made = astToString(ast)
    // Whatever follows `@deprecated` would be its reason, so it comes last.
    .replaceAll(/^( *\*) @deprecated\n((?: *\*(?!\/).*\n)+)/gm, '$2$1 @deprecated\n')
    // Editors show a comment's text, but only JSDoc's own tool knows the tag `@description`. A description has
    // no tags: one that begins with @ is escaped.
    .replaceAll(
      /^( *(?:\/\*)?\*+) @description (?=(@?))/gm,
      (_, star, at) => `${star} ${at && '\\'}`,
    )
    // It indents further lines of a description, which Markdown takes for code.
    .replaceAll(/^( *\*) {5}(?=(@?))/gm, (_, star, at) => `${star} ${at && '\\'}`)
    // A field that is required next to `allOf`: `-?` alone would leave it undefined.
    .replace('[P in K]-?: T[P]', '[P in K]-?: Exclude<T[P], undefined>')
  return `${made}
/** The bodies of the operation ${method} ${path}. */
export type AddPlantRequest = ${body('"requestBody"', request.mediaType)};
export type AddPlantSuccess = ${body(responseWith(success.status), success.mediaType)};
export type AddPlantError = ${body(responseWith(error.statuses[0]), error.mediaType)};
`
}

/** The status is a string, since Vue's `defineProps<Plant>()` resolves no other index. */
const responseWith = (status: string | number = '') => `"responses"]["${status}"`

/** What an editor shows for an integer, after its description. */
const EXACT = 'Beyond 2^53 - 1 only a bigint is exact: a request with such a number is refused.'

/** A bigint becomes text, and an integer says what a number may be. */
function toPlainJson(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (!mayBeBigint(Object(value))) return value
  const { description } = Object(value)
  return { ...Object(value), description: description ? `${description}\n\n${EXACT}` : EXACT }
}

/** openapi-typescript shows a `required` next to `allOf` alone, and not in a member without properties. */
function withRequiredTogether(value: unknown): unknown {
  const { allOf, required = [] } = Object(value)
  if (!Array.isArray(allOf)) return value
  const named = allOf.filter(isRequiredAlone)
  if (named.length === 0) return value
  return {
    ...Object(value),
    allOf: allOf.filter(member => !isRequiredAlone(member)),
    required: [...new Set([required, ...named.map(member => member.required)].flat())],
  }
}

/** Whether a schema allows integers that a number would round: all but those of int32 do. */
const mayBeBigint = ({ type, format }: { type?: unknown; format?: unknown }): boolean =>
  [type].flat().includes('integer') && format !== 'int32'

/** So that `tag: undefined` compiles under `exactOptionalPropertyTypes`. */
function optionalOrUndefined(property: ts.PropertySignature): ts.PropertySignature | undefined {
  const { factory, SyntaxKind } = ts
  const { modifiers, name, questionToken, type } = property
  if (!questionToken || !type) return undefined
  const orUndefined = [type, factory.createKeywordTypeNode(SyntaxKind.UndefinedKeyword)]
  const union = factory.createUnionTypeNode(orUndefined)
  return factory.updatePropertySignature(property, modifiers, name, questionToken, union)
}

function exactInteger(schema: { type?: unknown; format?: unknown }) {
  if (schema.type !== 'integer' || !mayBeBigint(schema)) return undefined
  const { factory, SyntaxKind } = ts
  const kinds = [SyntaxKind.NumberKeyword, SyntaxKind.BigIntKeyword] as const
  return factory.createUnionTypeNode(kinds.map(kind => factory.createKeywordTypeNode(kind)))
}
