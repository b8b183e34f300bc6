import type { Operation } from './operation.ts'
import type { Shape } from './schema.ts'
import { key, sourceText } from './source-text.ts'

/** Writes the validators by role, each one expression over the functions of `checks.ts`. */
export function validators({ request, success, error }: Operation): string {
  const expressions = {
    issuesOfRequest: expression(request.shape),
    issuesOfSuccess: expression(success.shape),
    issuesOfError: expression(error.shape),
  }
  return `import { ${calledIn(expressions).join(', ')}, type Validator } from './checks.ts'
import type { AddPlantError, AddPlantSuccess } from './types.ts'

/** Finds every way in which a value breaks the contract's request. */
export const issuesOfRequest: Validator = ${expressions.issuesOfRequest}

/** Finds every way in which the body of a response breaks the contract's success. */
export const issuesOfSuccess: Validator = ${expressions.issuesOfSuccess}

/** Finds every way in which the body of a response breaks the contract's error. */
export const issuesOfError: Validator = ${expressions.issuesOfError}

/** Returns whether the body of a response is the contract's success. */
export const isSuccess: (value: unknown) => value is AddPlantSuccess = guard(issuesOfSuccess)

/** Returns whether the body of a response is an error of the contract. */
export const isError: (value: unknown) => value is AddPlantError = guard(issuesOfError)
`
}

/** Writes the guards with which the client reads responses: what a newer service may add breaks none of them. */
export function reading({ success, error }: Operation): string {
  const expressions = {
    success: expression(asRead(success.shape)),
    error: expression(asRead(error.shape)),
  }
  return `import { ${calledIn(expressions).join(', ')} } from './checks.ts'
import type { AddPlantError, AddPlantSuccess } from './types.ts'

// For the client alone. They ask for the fields that the contract requires and for the JSON types of those that it
// knows. A newer service may send a longer text, a value that an enum does not list, or a field more.

/** Returns whether the client can read the body of a response as the contract's success. */
export const readsAsSuccess: (value: unknown) => value is AddPlantSuccess = guard(${expressions.success})

/** Returns whether the client can read the body of a response as an error of the contract. */
export const readsAsError: (value: unknown) => value is AddPlantError = guard(${expressions.error})
`
}

/** Returns a shape without the rules that a newer service may relax. */
export function asRead(shape: Shape): Shape {
  if (shape.type === 'object') {
    const fields = shape.fields.map(field => ({ ...field, shape: asRead(field.shape) }))
    return { ...shape, fields, isClosed: false }
  }
  if (shape.type === 'array') return { ...shape, items: asRead(shape.items), rules: {} }
  return { ...shape, type: shape.type === 'int32' ? 'int64' : shape.type, rules: {} }
}

/** Returns the names of the functions of `checks.ts` that the expressions call. */
function calledIn(expressions: Record<string, string>): string[] {
  const calls = Object.values(expressions)
    .join()
    .replace(/'(?:[^'\\]|\\.)*'/g, '')
  const names = [...calls.matchAll(/(\w+)\(/g)].map(([, name = '']) => name)
  return [...new Set(['guard', ...names])].sort()
}

/** Writes the calls of `checks.ts` that make the validator of a shape. */
export function expression(shape: Shape, indent = ''): string {
  const call = callOf(shape, indent)
  return shape.isNullable ? `nullable(${call})` : call
}

function callOf(shape: Shape, indent: string): string {
  if (shape.type === 'unreadable') throw new Error('What is refused has no validator')
  if (shape.type === 'object') {
    const inner = `${indent}  `
    const fields = shape.fields.map(
      ({ name, shape: field }) => `${inner}${key(name)}: ${expression(field, inner)},\n`,
    )
    const required = shape.fields.filter(field => field.isRequired).map(({ name }) => name)
    const name = shape.isClosed ? 'closedObject' : 'object'
    return `${name}({\n${fields.join('')}${indent}}, ${sourceText(required)})`
  }
  const rules = Object.entries(shape.rules).map(([keyword, value]) => {
    const values = Array.isArray(value) ? value : [value]
    return `${keyword}(${values.map(sourceText).join(', ')})`
  })
  const items = shape.type === 'array' ? [expression(shape.items, indent)] : []
  return `${shape.type}(${[...items, ...rules].join(', ')})`
}
