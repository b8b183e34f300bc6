import type { Body, Operation } from './operation.ts'
import type { Part } from './part.ts'
import { readAll, readEach } from './refusal.ts'
import * as checks from './runtime/checks.ts'
import type { Field, Shape } from './schema.ts'
import { expression } from './validators.ts'

/** Returns the example of a body: its first one, or what its required fields have as examples. */
function exampleOf(body: Body): unknown {
  const { wholeExamples, shape } = body
  if (wholeExamples[0]) return wholeExamples[0].value
  const values = shape.fields.map(field => [field, fieldExample(body, field)] as const)
  const shown = values.filter(([, example]) => example !== undefined)
  const isWhole = values.every(([field, example]) => example !== undefined || !field.isRequired)
  return isWhole && shown.length > 0
    ? Object.fromEntries(shown.map(([{ name }, example]) => [name, example]))
    : undefined
}

/** Returns the value of a field in the example of a body, or undefined. */
export function fieldExample({ wholeExamples }: Body, { name, examples }: Field): unknown {
  const [whole] = wholeExamples
  return whole ? whole.at(name).value : examples[0]?.value
}

/**
 * Returns the request's example. Refuses examples that do not conform: they are published, and the
 * console, the command line and `verify` start with it.
 */
export function checkExamples({ request, success, error }: Operation): unknown {
  return readAll({
    request: () => checkBody(request),
    success: () => checkBody(success),
    error: () => checkBody(error),
    first: () =>
      exampleOf(request) ??
      request.part
        .at('example')
        .refuse('is missing: the console, the command line and verify start with it'),
  }).first
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
