import { exactPlaces } from './exact.ts'
import { flatten } from './flatten.ts'
import { sourceText } from './json-text.ts'
import type { Operation } from './operation.ts'
import type { Schema } from './schema.ts'
import { bundle } from './validators.ts'

/** The readers of responses: `JSON.parse`, unless a body has integers that it would round. */
export function parse({ success, errors }: Operation): Promise<string> {
  return bundle(`import { parseExactly } from './runtime/parse-exactly.ts'
export const parseSuccess = ${reader(success.schema)}
export const parseError = ${reader(errors.schema)}
`)
}

function reader(schema: Schema): string {
  const exact = exactPlaces(flatten(schema))
  return exact ? `text => parseExactly(text, ${sourceText(exact)})` : 'text => JSON.parse(text)'
}

export const parseTypes = `/** Reads the JSON of a body; an integer is exact wherever the contract allows one beyond 2^53 - 1. */
export const parseSuccess: (text: string) => unknown
export const parseError: (text: string) => unknown
`
