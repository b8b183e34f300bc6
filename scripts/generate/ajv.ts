import { _, type Code, type KeywordCxt, Name, str } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import { or } from 'ajv/dist/compile/codegen/index.js'
import { jsonText, sourceText } from './json-text.ts'
import { isObject, KEYWORDS } from './keywords.ts'
import { hasDuplicates, isEqual } from './runtime/equal.ts'
import { isMultipleOf } from './runtime/multiple.ts'
import { toInteger } from './runtime/to-integer.ts'
import { mapSubschemas, type Schema, type SchemaObject, typesOf } from './schema.ts'
import { typeWords } from './type-words.ts'

/**
 * Ajv for JSON Schema 2020-12, with keywords of its own wherever a number is looked at: Ajv's take no
 * bigint. `prepared` brings a schema into the form that this Ajv takes.
 */
export function createAjv(schemas: readonly Schema[]): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false, // the generator has checked each keyword
    meta: false,
    validateSchema: false,
    validateFormats: false, // JSON Schema 2020-12 takes them as annotations; integers: see `is`
    ownProperties: schemas.some(namesInherited),
    code: { source: true, esm: true, lines: true },
  })
  for (const keyword of [...Object.keys(BOUNDS), 'multipleOf', 'enum', 'const', 'uniqueItems'])
    ajv.removeKeyword(keyword)
  ajv.addKeyword({
    keyword: 'is',
    code: cxt => cxt.fail(_`!(${or(...kinds(cxt.schema).map(kind => kind.holds(cxt.data)))})`),
    error: { message: typeMessage },
  })
  for (const [keyword, { fails, words }] of Object.entries(BOUNDS))
    ajv.addKeyword({
      keyword,
      code: cxt => cxt.fail(_`(${numeric(cxt.data)}) && ${compared(cxt.data, cxt.schema, fails)}`),
      error: { message: cxt => str`must be ${words} ${plain(cxt.schema)}` },
    })
  ajv.addKeyword({
    keyword: 'multipleOf',
    code: cxt =>
      cxt.fail(
        _`(${numeric(cxt.data)}) && !${helper(cxt, isMultipleOf)}(${cxt.data}, ${source(cxt.schema)})`,
      ),
    error: { message: cxt => str`must be a multiple of ${plain(cxt.schema)}` },
  })
  ajv.addKeyword({
    keyword: 'enum',
    code: cxt => cxt.fail(_`!(${or(...(cxt.schema as string[]).map(one => equals(cxt, one)))})`),
    error: {
      message: cxt => str`must be one of ${(cxt.schema as string[]).map(plain).join(', ')}`,
    },
  })
  ajv.addKeyword({
    keyword: 'const',
    code: cxt => cxt.fail(_`!(${equals(cxt, cxt.schema)})`),
    error: { message: cxt => str`must be ${plain(cxt.schema)}` },
  })
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    code: cxt => cxt.schema && cxt.fail(_`${helper(cxt, hasDuplicates)}(${cxt.data})`),
    error: { message: 'must NOT have two equal items' },
  })
  return ajv
}

/** Names that every object inherits, so that only a check for own ones tells whether they are there. */
const namesInherited = (schema: Schema): boolean =>
  /"(?:__proto__|constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toLocaleString|toString|valueOf|__(?:define|lookup)[GS]etter__)"/.test(
    jsonText(schema),
  )

/** A schema without annotations, its numbers as source text and its types as `is` has them. */
export function prepared(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const { type, format, ...rest } = mapSubschemas(withoutAnnotations(schema), prepared)
  const encoded = Object.entries(rest).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'enum') return [keyword, (value as unknown[]).map(sourceText)]
    const isExact = keyword === 'const' || keyword === 'multipleOf' || keyword in BOUNDS
    return [keyword, isExact ? sourceText(value) : value]
  })
  const types = typesOf({ type })
  const isExact = types?.some(one => one === 'integer' || one === 'number')
  const is = types?.map(one => (one === 'integer' && typeof format === 'string' ? format : one))
  if (isExact) encoded.push(['is', is])
  else if (type !== undefined) encoded.push(['type', type])
  return protoAsPattern(Object.fromEntries(encoded))
}

const withoutAnnotations = (schema: SchemaObject): SchemaObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !KEYWORDS[keyword]?.annotation))

/** Ajv passes over a property named `__proto__`, but not over a pattern that no other name matches. */
function protoAsPattern(schema: SchemaObject): SchemaObject {
  const { properties, patternProperties } = schema
  if (!isObject(properties) || !Object.hasOwn(properties, '__proto__')) return schema
  const named = Object.entries(properties)
  return {
    ...schema,
    properties: Object.fromEntries(named.filter(([name]) => name !== '__proto__')),
    patternProperties: {
      ...(isObject(patternProperties) && patternProperties),
      ...Object.fromEntries(
        named.filter(([name]) => name === '__proto__').map(([, part]) => ['^__proto__$', part]),
      ),
    },
  }
}

/** Source text as code. */
const source = (text: unknown) => new _Code(String(text))

/** Source text as JSON. */
const plain = (text: unknown) => String(text).replace(/^(-?\d+)n$/, '$1')

const numeric = (data: Code) => _`typeof ${data} == "bigint" || typeof ${data} == "number"`

interface Kind {
  name: string
  holds(data: Code): Code
}

const KINDS: Record<string, Omit<Kind, 'name'>> = {
  null: { holds: data => _`${data} === null` },
  boolean: { holds: data => _`typeof ${data} == "boolean"` },
  string: { holds: data => _`typeof ${data} == "string"` },
  object: { holds: data => _`${data} && typeof ${data} == "object" && !Array.isArray(${data})` },
  array: { holds: data => _`Array.isArray(${data})` },
  number: { holds: data => _`typeof ${data} == "bigint" || Number.isFinite(${data})` },
  integer: { holds: data => _`typeof ${data} == "bigint" || Number.isSafeInteger(${data})` },
  int32: { holds: data => _`${data} === (Number(${data}) | 0)` },
  int64: {
    holds: data =>
      _`Number.isSafeInteger(${data}) || typeof ${data} == "bigint" && BigInt.asIntN(64, ${data}) == ${data}`,
  },
}

const kinds = (names: readonly string[]): Kind[] =>
  names.flatMap(name => {
    const kind = KINDS[name]
    return kind ? [{ name, ...kind }] : []
  })

/** A number in JSON is exact, but in JavaScript it may have lost digits before anybody looks. */
function typeMessage({ data, schema }: Pick<KeywordCxt, 'data' | 'schema'>): Code {
  const names = kinds(schema).map(({ name }) => name)
  const message = `must be ${typeWords(names)}`
  if (!names.includes('int64') && !names.includes('integer')) return _`${message}`
  return _`Number.isInteger(${data}) ? "must be a bigint beyond 2^53 - 1" : ${message}`
}

const BOUNDS: Record<string, { fails: Comparison; words: string }> = {
  minimum: { fails: (data, limit) => _`${data} < ${limit}`, words: '>=' },
  maximum: { fails: (data, limit) => _`${data} > ${limit}`, words: '<=' },
  exclusiveMinimum: { fails: (data, limit) => _`${data} <= ${limit}`, words: '>' },
  exclusiveMaximum: { fails: (data, limit) => _`${data} >= ${limit}`, words: '<' },
}

/** A function of `runtime/`, under its own name in the code that is written. */
function helper(cxt: KeywordCxt, ref: { name: string }): Name {
  return cxt.gen.scopeValue('func', { key: ref, ref, code: _`${new Name(ref.name)}` })
}

type Comparison = (data: Code, value: Code) => Code

/**
 * Compares numbers exactly. A number that stands for 1e23 in JSON is not quite 10^23, so it is compared
 * with the number that is written like that, and a bigint with the integer.
 */
function compared(data: Code, text: string, compare: Comparison): Code {
  const number = Number(text.replace(/n$/, ''))
  const isSame = text.endsWith('n') && `${toInteger(String(number))}n` === text
  if (!isSame) return compare(data, source(text))
  return _`(typeof ${data} == "bigint" ? ${compare(data, source(text))} : ${compare(data, _`${number}`)})`
}

/** Whether the data equals a value of the contract, which is given as source text. */
function equals(cxt: KeywordCxt, text: string): Code {
  const { data } = cxt
  const value = source(text)
  if (/^[-\d]/.test(text))
    return _`(${numeric(data)}) && ${compared(data, text, (one, other) => _`${one} == ${other}`)}`
  if (/^[[{]/.test(text)) return _`${helper(cxt, isEqual)}(${data}, ${value})`
  return _`${data} === ${value}`
}
