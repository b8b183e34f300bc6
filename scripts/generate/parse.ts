import { exactPlaces } from './exact.ts'
import { flatten } from './flatten.ts'
import { sourceText } from './json-text.ts'
import type { Operation } from './operation.ts'
import type { Schema } from './schema.ts'
import { bundle } from './validators.ts'

/** The readers of responses: `JSON.parse`, unless a body has integers that it would round. */
export function parse({ success, errors }: Operation): Promise<string> {
  const ofSuccess = reader(success.schema)
  const ofError = reader(errors.schema)
  // One function is smaller than two.
  const body =
    ofSuccess === ofError
      ? `const parse = ${ofSuccess}\nexport { parse as parseSuccess, parse as parseError }`
      : `export const parseSuccess = ${ofSuccess}\nexport const parseError = ${ofError}`
  return bundle(`import { parseExactly } from './runtime/parse-exactly.ts'\n${body}\n`)
}

function reader(schema: Schema): string {
  const exact = exactPlaces(flatten(schema))
  return exact
    ? `(text, reviver) => parseExactly(text, ${sourceText(exact)}, reviver)`
    : 'JSON.parse'
}

export const parseTypes = `/**
 * Reads the JSON of a body; an integer is exact wherever the contract allows one beyond 2^53 - 1.
 * The reviver is that of JSON.parse, and may change strings.
 */
export type ParseBody = (
  text: string,
  reviver?: (name: string, value: unknown) => unknown,
) => unknown
export const parseSuccess: ParseBody
export const parseError: ParseBody
`
