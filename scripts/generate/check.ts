import type { Ajv2020 } from 'ajv/dist/2020.js'
import { createAjv, prepared } from './ajv.ts'
import { flatten } from './flatten.ts'
import type { Schema } from './schema.ts'

/** What is wrong with a value: the keyword, and the data it was found at. */
export interface Finding {
  keyword: string
  /** JSON Pointer into the value. */
  place: string
  message: string
}

/** A validator to ask while generating; it is compiled from the same schema in the same way. */
export function validator(schema: Schema): (value: unknown) => Finding[] {
  const flat = flatten(schema)
  const ajv: Ajv2020 = createAjv([flat])
  const validate = ajv.compile(prepared(flat) as never)
  return value => {
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ keyword, instancePath, message = '' }) => ({
      keyword: keyword === 'is' ? 'type' : keyword,
      place: instancePath,
      message,
    }))
  }
}
