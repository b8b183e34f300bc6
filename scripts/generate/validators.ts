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
  const calls = Object.values(expressions)
    .join()
    .replace(/'(?:[^'\\]|\\.)*'/g, '')
  const names = new Set(['guard', ...[...calls.matchAll(/(\w+)\(/g)].map(([, name = '']) => name)])
  return `import { ${[...names].sort().join(', ')}, type Validator } from './checks.ts'
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

/** Writes the calls of `checks.ts` that make the validator of a shape. */
export function expression(shape: Shape, indent = ''): string {
  const call = callOf(shape, indent)
  return shape.isNullable ? `nullable(${call})` : call
}

function callOf(shape: Shape, indent: string): string {
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
