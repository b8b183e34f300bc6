import { readFile } from 'node:fs/promises'
import { contract } from './contract.ts'
import { checkExamples } from './examples.ts'
import { checkMockNeeds } from './mock-needs.ts'
import { type Operation, type ReadOperation, readOperation } from './operation.ts'
import { readDescription } from './read.ts'
import { exactPlaces } from './schema.ts'
import { sourceText } from './source-text.ts'
import { types } from './types.ts'
import { reading, validators } from './validators.ts'

const BANNER = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n'

/**
 * Returns the text of each file of `generated/` by name. Throws a `DescriptionError` that lists every problem if the
 * description cannot be followed.
 */
export async function generatedFiles(source: string): Promise<Record<string, string>> {
  const description = readDescription(source)
  const operation = readOperation(description)
  const errorFields = checkMockNeeds(operation)
  const example = checkExamples(operation)
  description.problems.throwIfAny()
  if (!isWhole(operation) || !errorFields)
    throw new Error('The description was neither followed nor refused')
  const files = {
    'types.ts': await types(description, operation),
    'contract.ts': contract(operation, errorFields, example),
    'validators.ts': validators(operation),
    'reading.ts': reading(operation),
    'checks.ts': await runtime('checks'),
    ...(errorFields.phrases.length > 0 && { 'phrases.ts': await runtime('phrases') }),
    ...(await parsers(operation)),
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, BANNER + text]))
}

const isWhole = (operation: ReadOperation): operation is Operation =>
  [operation.request, operation.success, operation.error].every(body => body !== undefined)

const runtime = (name: string) => readFile(new URL(`runtime/${name}.ts`, import.meta.url), 'utf8')

/** Writes the parsers of responses: `JSON.parse`, unless it would round an integer. */
async function parsers({ success, error }: Operation): Promise<Record<string, string>> {
  const places = { parseSuccess: exactPlaces(success.shape), parseError: exactPlaces(error.shape) }
  const readers = Object.entries(places).map(([name, exact]) => {
    const read = exact ? `text => parseExactly(text, ${sourceText(exact)})` : 'JSON.parse'
    return `export const ${name}: ParseBody = ${read}\n`
  })
  const isExact = Object.values(places).some(Boolean)
  const text = `${isExact ? "import { parseExactly } from './parse-exactly.ts'\n" : ''}
/** Parses the JSON of a body. Integers are exact wherever the contract allows them beyond 2^53 - 1. */
export type ParseBody = (text: string) => unknown

${readers.join('')}`
  return {
    'parse.ts': text.trimStart(),
    ...(isExact && { 'parse-exactly.ts': await runtime('parse-exactly') }),
  }
}
