import { _, Ajv, type Code, type KeywordCxt, str } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { type Description, requestSchema, resolved, type Schema } from './description.ts'

/**
 * A validator for every schema of the description, compiled ahead of time. That of the request gives
 * a list of issues; of an answer nobody asks more than whether it is one.
 */
export async function validators(description: Description): Promise<string> {
  const ajv = new Ajv({
    allErrors: true,
    strictTypes: false,
    validateFormats: false, // JSON Schema 2020-12 takes them as annotations; integers: see below
    code: { source: true, esm: true, lines: true },
  })
  for (const [format, { holds, message }] of Object.entries(integerFormats)) {
    ajv.addKeyword({
      keyword: format,
      code: cxt => cxt.fail(_`!(${holds(cxt.data)})`),
      error: { message },
    })
  }
  for (const [keyword, fails] of Object.entries(bounds)) {
    // Ajv's own bounds look at numbers only, and an int64 may be a bigint.
    ajv.removeKeyword(keyword)
    ajv.addKeyword({
      keyword,
      schemaType: 'number',
      code: cxt => cxt.fail(_`(${isNumeric(cxt.data)}) && ${fails(cxt.data, cxt.schemaCode)}`),
      error: { message: cxt => str`must hold the ${keyword} ${cxt.schemaCode}` },
    })
  }
  const ids: Record<string, string> = {}
  for (const name of names(description)) {
    const id = guard(name, description)
    const schema = resolved({ $ref: `#/components/schemas/${name}` }, description)
    ajv.addSchema(integersByFormat(schema), id)
    ids[id] = id
  }
  const modules = standalone.default(ajv, ids).split(/^(?=export const)/m)
  return bundle(
    modules
      .map(named)
      .map(code => (code.includes('function issuesOf') ? issueList(code) : guardOnly(code)))
      .join(''),
  )
}

/** Declarations of the validators. */
export function validatorTypes(description: Description): string {
  const request = requestSchema(description)
  const signatures = names(description).map(name => {
    const value = name === request ? 'Issue[]' : `value is components['schemas']['${name}']`
    return `export const ${guard(name, description)}: (value: unknown) => ${value}\n`
  })
  return `import type { components } from './types.ts'

/** A Standard Schema issue: \`path\` lists the property names that lead to the part that is wrong. */
export interface Issue {
  message: string
  path: string[]
}

${signatures.join('')}`
}

const names = (description: Description) => Object.keys(description.components.schemas)

const guard = (name: string, description: Description) =>
  name === requestSchema(description) ? `issuesOf${name}` : `is${name}`

const isNumeric = (data: Code) => _`typeof ${data} == "bigint" || typeof ${data} == "number"`

const isInteger = (data: Code) => _`typeof ${data} == "bigint" || Number.isSafeInteger(${data})`

const integerFormats: Record<string, { holds(data: Code): Code; message: string }> = {
  integer: { holds: isInteger, message: 'must be an integer' },
  int32: {
    holds: data => _`${data} === (Number(${data}) | 0)`,
    message: 'must be an int32',
  },
  int64: {
    holds: data =>
      _`Number.isSafeInteger(${data}) || typeof ${data} == "bigint" && BigInt.asIntN(64, ${data}) == ${data}`,
    message: 'must be an int64 (in JavaScript, beyond 2^53 - 1 a bigint)',
  },
}

const bounds: Record<string, (data: Code, limit: KeywordCxt['schemaCode']) => Code> = {
  minimum: (data, limit) => _`${data} < ${limit}`,
  maximum: (data, limit) => _`${data} > ${limit}`,
  exclusiveMinimum: (data, limit) => _`${data} <= ${limit}`,
  exclusiveMaximum: (data, limit) => _`${data} >= ${limit}`,
}

/** `type: integer` with its format becomes a keyword of its own, since Ajv's takes no bigint. */
function integersByFormat(schema: Schema): Schema {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    return typeof value === 'object' && value !== null ? integersByFormat(value as Schema) : value
  }
  const { type, format, ...rest } = schema
  const keywords = type === 'integer' ? { ...rest, [format ?? 'integer']: true } : schema
  return Object.fromEntries(
    Object.entries(keywords).map(([keyword, value]) => [keyword, convert(value)]),
  )
}

// Ajv writes for every need: error objects with six fields, counters, a place for a parent. Users
// download what is left of that here. A schema that needs the counters (`anyOf`) keeps them.

const keptError =
  /const (err\d+) = \{instancePath(:.*?)?,schemaPath:".*?",keyword:".*?",params:\{(.*?)\},(message:.*)\};\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\n/g
const parameters = /, \{instancePath.*?\}=\{\}/
const start = 'let vErrors = null;\nlet errors = 0;\n'
const end = /\w+\.errors = vErrors;\nreturn errors === 0;\n/
const counts = (code: string) => code.includes('_errs')

/** The function under the name that it is exported by. */
function named(code: string): string {
  const [alias = '', name = '', validate = ''] = /^export const (\w+) = (\w+);\n/.exec(code) ?? []
  return code
    .replace(alias, '')
    .replaceAll(validate, name)
    .replace(`function ${name}`, `export function ${name}`)
}

function issueList(code: string): string {
  const issues = code
    .replace(keptError, (_all, _name, path = ':""', params, message) => {
      const missing = /^missingProperty: "(.*)"$/.exec(params)?.[1]
      const pointer = missing ? `/${missing}` : staticPointer(path)
      const issue = missing ? 'message:"is required"' : message
      return `(vErrors ??= []).push({${issue},path:${JSON.stringify(pointer.split('/').slice(1))}});\n`
    })
    .replace(parameters, '')
    .replace(end, 'return vErrors ?? [];\n')
  if (counts(issues)) return issues
  return issues
    .replace(start, 'const issues = [];\n')
    .replaceAll('(vErrors ??= [])', 'issues')
    .replaceAll('errors++;\n', '')
    .replace('return vErrors ?? [];', 'return issues;')
}

/** The JSON Pointer in Ajv's code for a path, such as `:instancePath+"/name"`. */
function staticPointer(code: string): string {
  const [, pointer] = /^:(?:instancePath\+)?"([^"]*)"$/.exec(code) ?? []
  if (pointer !== undefined) return pointer
  if (code === ':instancePath') return ''
  throw new Error(`openapi.yaml: cannot follow the path ${code}`)
}

function guardOnly(code: string): string {
  if (counts(code)) return code
  return code
    .replace(keptError, '')
    .replace(parameters, '')
    .replace(start, '')
    .replaceAll('errors++;', 'return false;')
    .replace(end, 'return true;\n')
}

/** One module that needs nothing at run time, whatever of Ajv's helpers the schemas call for. */
async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    target: 'es2021',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
