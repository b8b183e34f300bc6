import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { Body } from './content.ts'
import { mayBeUnsafe } from './exact.ts'
import { fieldsOf } from './fields.ts'
import { flatten } from './flatten.ts'
import { sourceText } from './json-text.ts'
import { isObject } from './keywords.ts'
import type { Operation } from './operation.ts'
import { mapSubschemas, type Schema, type SchemaObject, typesOf } from './schema.ts'

/** TypeScript types of the operation, by the role that each part plays. */
export async function types(operation: Operation): Promise<string> {
  const ast = await openapiTS(document(operation) as never, {
    defaultNonNullable: false, // neither side fills in what is left out
    emptyObjectsUnknown: true,
    silent: true,
    transform: exactType,
  })
  // An editor shows what is untagged; `@description` is a tag that only JSDoc's own tool knows.
  const text = astToString(ast).replaceAll('@description ', '')
  return text.replaceAll(RENAMED, '$1') + ALIASES
}

const ALIASES = `export type AddPlantRequest = components["schemas"]["AddPlantRequest"];
export type AddPlantSuccess = components["schemas"]["AddPlantSuccess"];
export type AddPlantError = components["schemas"]["AddPlantError"];
`

/** A description of the same operation whose schemas are named for their roles. */
function document({ method, path, summary, request, success, errors }: Operation): object {
  const content = ({ mediaType }: Body, name: string) => ({
    [mediaType]: { schema: { $ref: `#/components/schemas/${name}` } },
  })
  const response = (body: Body, name: string) => ({ description: '', content: content(body, name) })
  return {
    openapi: '3.1.0',
    info: { title: 'Plant Store', version: '1.0.0' },
    paths: {
      [path]: {
        [method.toLowerCase()]: {
          operationId: 'addPlant',
          ...(summary !== undefined && { summary }),
          requestBody: { required: true, content: content(request, 'AddPlantRequest') },
          responses: {
            [success.status]: response(success, 'AddPlantSuccess'),
            ...Object.fromEntries(
              errors.statuses.map(status => [status, response(errors, 'AddPlantError')]),
            ),
          },
        },
      },
    },
    components: {
      schemas: {
        AddPlantRequest: renamed(roleType(request, 'sent')),
        AddPlantSuccess: renamed(roleType(success, 'read')),
        AddPlantError: renamed(roleType(errors, 'read')),
      },
    },
  }
}

/** A property named as one that every object inherits, which openapi-typescript would take it for. */
const PREFIX = 'a property named '
const RENAMED = new RegExp(`"${PREFIX}(\\w+)"`, 'g')
const rename = (name: string) => (name in {} ? PREFIX + name : name)

function renamed(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const { properties, required, ...rest } = mapSubschemas(schema, renamed)
  const named = Object.entries(isObject(properties) ? properties : {})
  // Every object has an inherited one, which an optional property of another type would forbid.
  const isOpen = (name: string) =>
    name in {} && !(Array.isArray(required) && required.includes(name))
  return {
    ...rest,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        named.map(([name, part]) => [rename(name), isOpen(name) ? {} : part]),
      ),
    }),
    ...(Array.isArray(required) && { required: required.map(rename) }),
  }
}

/** A number that is sent may be a bigint; where one is read, it is a number (see `parse.ts`). */
type Direction = 'sent' | 'read'

/** One object with the fields that the description lists, which an interface can extend. */
function roleType({ schema: written }: Body, direction: Direction): SchemaObject {
  const schema = flatten(written)
  const fields = fieldsOf(schema)
  const { description } = typeof schema === 'object' ? schema : {}
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(
      fields.map(({ name, schema }) => [name, claimed(schema, direction)]),
    ),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** A schema as openapi-typescript may read it: its types must not claim more than is checked. */
function claimed(schema: Schema, direction: Direction): Schema {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  const claims = only(
    TYPING,
    // Items that must differ are read exactly, whatever they are.
    mapSubschemas(schema, part => claimed(part, schema.uniqueItems === true ? 'sent' : direction)),
  )
  const exact = exactTypes(schema, direction)
  if (exact) return { ...only(ANNOTATIONS, schema), [EXACT]: exact }
  const types = typesOf(schema)
  if (!types)
    return COMPOSING.some(keyword => keyword in claims)
      ? typeless(claims)
      : only(ANNOTATIONS, claims)
  if (types.length > 1 && !types.every(isPrimitive))
    return { oneOf: types.map(type => claimed({ ...schema, type }, direction)) }
  if (types.includes('object')) return withEveryName(claims)
  return types.includes('array') ? asArray(schema, claims) : claims
}

const ANNOTATIONS = ['title', 'description', 'deprecated', 'format']
const COMPOSING = ['allOf', 'anyOf', 'oneOf']
const TYPING = [
  ...ANNOTATIONS,
  ...COMPOSING,
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'prefixItems'],
]

const only = (keywords: readonly string[], schema: SchemaObject): SchemaObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)))

const isPrimitive = (type: string) => type !== 'object' && type !== 'array'

/** Without a type, `properties` say nothing of a value that is no object. */
const typeless = ({ properties, items, required, ...rest }: SchemaObject): SchemaObject => rest

function withEveryName(schema: SchemaObject): SchemaObject {
  const { additionalProperties, patternProperties, ...rest } = schema
  const required = (schema.required ?? []) as string[]
  const listed = (schema.properties ?? {}) as Record<string, Schema>
  const unlisted = required.filter(name => !Object.hasOwn(listed, name))
  const properties = { ...listed, ...Object.fromEntries(unlisted.map(name => [name, {}])) }
  // An index signature would have to hold for the listed names as well.
  const isMap =
    typeof additionalProperties === 'object' &&
    Object.keys(properties).length === 0 &&
    patternProperties === undefined
  return { ...rest, properties, ...(isMap && { additionalProperties }) }
}

/** A tuple claims its length, which has to be demanded as well. */
function asArray({ minItems, maxItems }: SchemaObject, claims: SchemaObject): SchemaObject {
  const { prefixItems, items = {}, ...rest } = claims
  if (!Array.isArray(prefixItems)) return { ...rest, items }
  const isClosed = maxItems === prefixItems.length || isNever(items as Schema)
  if (isClosed && Number(minItems) >= prefixItems.length) return { ...rest, prefixItems }
  return { ...rest, items: isClosed ? { anyOf: prefixItems } : { anyOf: [...prefixItems, items] } }
}

const isNever = (schema: Schema) => typeof schema === 'object' && 'not' in schema

/** The member that tells `transform` of types that openapi-typescript does not know. */
const EXACT = 'x-exact'

/** Literals for what an enum lists, and names of types for numbers that may be bigints. */
function exactTypes(schema: SchemaObject, direction: Direction): string[] | undefined {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (Array.isArray(values) ? values.every(value => value === null) : schema.type === 'null')
    return ['unknown'] // openapi-fetch takes a property that is only null for one that is not sent
  if (Array.isArray(values))
    return values.map(value => (isCompound(value) ? 'unknown' : sourceText(value)))
  const types = typesOf(schema) ?? []
  const isAnyNumber = types.includes('number') && direction === 'sent'
  if (types.length === 0 || !types.every(isPrimitive) || !(isAnyNumber || mayBeUnsafe(schema)))
    return undefined
  const names = types.flatMap(type =>
    type === 'integer' || type === 'number' ? ['number', 'bigint'] : type,
  )
  return [...new Set(names)]
}

const isCompound = (value: unknown) => typeof value === 'object' && value !== null

function exactType(schema: object): ts.TypeNode | undefined {
  const types: unknown = Reflect.get(schema, EXACT)
  return Array.isArray(types) ? ts.factory.createUnionTypeNode(types.map(typeNode)) : undefined
}

const KEYWORD_TYPES: Record<string, ts.KeywordTypeSyntaxKind> = {
  number: ts.SyntaxKind.NumberKeyword,
  bigint: ts.SyntaxKind.BigIntKeyword,
  string: ts.SyntaxKind.StringKeyword,
  boolean: ts.SyntaxKind.BooleanKeyword,
  unknown: ts.SyntaxKind.UnknownKeyword,
}

function typeNode(text: string): ts.TypeNode {
  const { factory } = ts
  const keyword = KEYWORD_TYPES[text]
  if (keyword !== undefined) return factory.createKeywordTypeNode(keyword)
  if (text === 'null') return factory.createLiteralTypeNode(factory.createNull())
  if (text === 'true') return factory.createLiteralTypeNode(factory.createTrue())
  if (text === 'false') return factory.createLiteralTypeNode(factory.createFalse())
  if (text.startsWith('"'))
    return factory.createLiteralTypeNode(factory.createStringLiteral(JSON.parse(text)))
  const digits = text.replace('-', '')
  const literal = text.endsWith('n')
    ? factory.createBigIntLiteral(digits)
    : factory.createNumericLiteral(digits)
  const isNegative = text.startsWith('-')
  return factory.createLiteralTypeNode(
    isNegative ? factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, literal) : literal,
  )
}
