import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { createAjv, prepared } from './ajv.ts'
import { flatten } from './flatten.ts'
import { type Result, rewritten } from './issue-code.ts'
import type { Operation } from './operation.ts'

/**
 * Validators by role, compiled ahead of time. That of the request gives a list of issues; of a
 * response nobody asks more than whether it is one.
 */
export async function validators({ request, success, errors }: Operation): Promise<string> {
  const schemas = {
    issuesOfRequest: flatten(request.schema),
    isSuccess: flatten(success.schema),
    isError: flatten(errors.schema),
  }
  const ajv = createAjv(Object.values(schemas))
  for (const [name, schema] of Object.entries(schemas)) {
    const ready = prepared(schema)
    ajv.addSchema(typeof ready === 'boolean' ? { allOf: [ready] } : ready, name)
  }
  const names = Object.keys(schemas)
  const code = standalone.default(ajv, Object.fromEntries(names.map(name => [name, name])))
  const results = new Map(
    names.map((name): [string, Result] => [name, name === 'issuesOfRequest' ? 'issues' : 'guard']),
  )
  return bundle(HELPERS + rewritten(code, results))
}

const HELPERS = `import { hasDuplicates, isEqual } from './runtime/equal.ts'
import { isMultipleOf } from './runtime/multiple.ts'
`

/** Declarations of the validators. */
export const validatorTypes = `import type { AddPlantError, AddPlantSuccess } from './types.ts'

/** A Standard Schema issue: \`path\` leads to the part that is wrong, by names and places in arrays. */
export interface Issue {
  message: string
  path: (string | number)[]
}

/**
 * Every way in which a value is not the request of the contract; an empty list where it is one. A
 * value of \`json\` has each integer beyond 2^53 - 1 as a bigint already, so that its messages do not
 * ask for one.
 */
export const issuesOfRequest: (value: unknown, origin?: 'json') => Issue[]
export const isSuccess: (value: unknown) => value is AddPlantSuccess
export const isError: (value: unknown) => value is AddPlantError
`

/** One module that needs nothing at run time, whatever helpers the schemas call for. */
export async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    format: 'esm',
    target: 'es2021',
    charset: 'utf8',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
