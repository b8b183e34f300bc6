/** How a schema keyword holds the schemas within it. */
export type Nesting = 'schema' | 'list' | 'map'

/** What a keyword takes. Each check gives the words for what it should have been, or nothing. */
export interface Keyword {
  nesting?: Nesting
  /** Says nothing about what is valid. */
  annotation?: true
  check?(value: unknown): string | undefined
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

const must = (takes: (value: unknown) => boolean, words: string): Keyword => ({
  check: value => (takes(value) ? undefined : `must be ${words}`),
})

const isNames = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(name => typeof name === 'string') &&
  new Set(value).size === value.length

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']

const isTypes = (value: unknown) =>
  TYPES.includes(value as string) ||
  (isNames(value) && (value as string[]).length > 0 && (value as string[]).every(isTypes))

const number = must(isNumeric, 'a number')
const size = must(value => Number.isSafeInteger(value) && Number(value) >= 0, 'an integer from 0')
const bool = must(value => typeof value === 'boolean', 'true or false')
const text = must(value => typeof value === 'string', 'a string')
const names = must(isNames, 'a list of different names')
const schema: Keyword = { nesting: 'schema' }
const list: Keyword = { nesting: 'list' }
const map: Keyword = { nesting: 'map' }
const annotation: Keyword = { annotation: true }

/** Why a text is no regular expression; Ajv compiles patterns with the same flag. */
export function patternProblem(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return 'must be a string'
  try {
    new RegExp(pattern, 'u')
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Has one meaning where it is false: none. */
const shapePerDirection: Keyword = {
  annotation: true,
  check: value =>
    value === false
      ? undefined
      : 'is not supported: requests and responses have schemas of their own',
}

/** Keywords of OpenAPI 3.0 and, with the same meaning, of 3.1. */
const SHARED: Record<string, Keyword> = {
  type: must(isTypes, `one or several of ${TYPES.join(', ')}`),
  format: text,
  enum: must(value => Array.isArray(value) && value.length > 0, 'a list of at least one value'),
  multipleOf: must(value => isNumeric(value) && value > 0, 'a number above 0'),
  maximum: number,
  exclusiveMaximum: number,
  minimum: number,
  exclusiveMinimum: number,
  maxLength: size,
  minLength: size,
  pattern: { check: patternProblem },
  maxItems: size,
  minItems: size,
  uniqueItems: bool,
  maxProperties: size,
  minProperties: size,
  required: names,
  properties: map,
  additionalProperties: schema,
  items: schema,
  allOf: list,
  anyOf: list,
  oneOf: list,
  not: schema,
  title: { ...text, annotation: true },
  description: { ...text, annotation: true },
  deprecated: { ...bool, annotation: true },
  default: annotation,
  example: annotation,
  externalDocs: annotation,
  xml: annotation,
  discriminator: annotation, // a hint for tools, which changes nothing about what is valid
  readOnly: shapePerDirection,
  writeOnly: shapePerDirection,
}

/** What JSON Schema 2020-12 adds. */
const OF_2020: Record<string, Keyword> = {
  const: {},
  prefixItems: list,
  contains: schema,
  maxContains: size,
  minContains: size,
  patternProperties: {
    nesting: 'map',
    check: value =>
      isObject(value) ? Object.keys(value).map(patternProblem).find(Boolean) : undefined,
  },
  dependentRequired: must(
    value => isObject(value) && Object.values(value).every(isNames),
    'an object whose values are lists of different names',
  ),
  dependentSchemas: map,
  propertyNames: schema,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: it is the name of a keyword
  then: schema,
  else: schema,
  unevaluatedItems: schema,
  unevaluatedProperties: schema,
  $defs: annotation, // what is used of it is read where a reference leads there
  $comment: annotation,
  examples: { ...must(Array.isArray, 'a list'), annotation: true },
  contentEncoding: annotation,
  contentMediaType: annotation,
  contentSchema: annotation,
}

/** The keywords that the generator knows. */
export const KEYWORDS: Readonly<Record<string, Keyword>> = { ...SHARED, ...OF_2020 }

/** Whether a keyword is one of the version; an extension is one of every version. */
export const isOfVersion = (keyword: string, version: '3.0' | '3.1'): boolean =>
  Object.hasOwn(version === '3.0' ? SHARED : KEYWORDS, keyword)

export const isExtension = (name: string): boolean => name.startsWith('x-')
