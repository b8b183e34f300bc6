import type { Body, Operation } from './operation.ts'
import type { Part } from './part.ts'
import { readAll, readEach } from './refusal.ts'
import * as checks from './runtime/checks.ts'
import type { Shape } from './schema.ts'
import { expression } from './validators.ts'

/**
 * Returns the request's first example. Refuses examples that do not conform: they are published, and the
 * console, the command line and `verify` start with the first one.
 */
export function checkExamples({ request, success, error }: Operation): unknown {
  const [first] = request.examples
  readAll({
    request: () => checkBody(request),
    success: () => checkBody(success),
    error: () => checkBody(error),
    first: () => first ?? request.part.at('example').refuse('is missing'),
  })
  return first?.value
}

function checkBody({ shape, examples, schemaExamples }: Body): void {
  const all = [...examples.map(part => ({ part, shape })), ...schemaExamples]
  readEach(all, each => checkExample(each.part, each.shape))
}

function checkExample(part: Part, shape: Shape): void {
  readEach(findIssues(withoutOthers(shape), part.value), ({ path, message }) =>
    part.refuse([...path, message].join(' ')),
  )
}

/** Finds a value's issues with the expression that the generated file has. */
export function findIssues(shape: Shape, value: unknown, origin?: 'json'): checks.Issue[] {
  const names = Object.keys(checks)
  const make = new Function(...names, `return ${expression(shape)}`)
  const validator: checks.Validator = make(...Object.values(checks))
  return validator(value, origin)
}

/** Closes a shape to other fields, which would be mistakes in an example. */
function withoutOthers(shape: Shape): Shape {
  if (shape.type === 'array') return { ...shape, items: withoutOthers(shape.items) }
  if (shape.type !== 'object') return shape
  const fields = shape.fields.map(field => ({ ...field, shape: withoutOthers(field.shape) }))
  return { ...shape, fields, isClosed: true }
}
