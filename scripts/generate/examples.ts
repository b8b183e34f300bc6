import type { Body, ReadOperation } from './operation.ts'
import { isObject, type Part } from './part.ts'
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
  if (!whole) return examples[0]?.value
  return isObject(whole.value) ? whole.at(name).value : undefined
}

/**
 * Returns the request's example. Refuses examples that do not conform: they are published, and the
 * console, the command line and `verify` start with it.
 */
export function checkExamples({ request, success, error }: ReadOperation): unknown {
  for (const body of [request, success, error]) if (body) checkBody(body)
  const example = request && exampleOf(request)
  const isRefused = request?.part.at('examples').exists && request.examples.length === 0
  if (request && example === undefined && !isRefused)
    request.part
      .at('example')
      .refuse('is missing: the console, the command line and verify start with it')
  return example
}

function checkBody({ shape, examples, schemaExamples }: Body): void {
  for (const part of examples) checkExample(part, shape)
  for (const each of schemaExamples) checkExample(each.part, each.shape)
}

function checkExample(part: Part, shape: Shape): void {
  const readable = withoutOthers(shape)
  const issues = readable ? findIssues(readable, part.value) : []
  for (const { path, message } of issues) part.refuse([...path, message].join(' '))
}

/** Finds a value's issues with the expression that the generated file has. */
export function findIssues(shape: Shape, value: unknown, origin?: 'json'): checks.Issue[] {
  const names = Object.keys(checks)
  const make = new Function(...names, `return ${expression(shape)}`)
  const validator: checks.Validator = make(...Object.values(checks))
  return validator(value, origin)
}

/** Closes a shape to other fields, which would be mistakes in an example. Leaves out what is unreadable. */
function withoutOthers(shape: Shape): Shape | undefined {
  if (shape.type === 'unreadable') return undefined
  if (shape.type === 'array') {
    const items = withoutOthers(shape.items)
    return items && { ...shape, items }
  }
  if (shape.type !== 'object') return shape
  const fields = shape.fields.flatMap(field => {
    const readable = withoutOthers(field.shape)
    return readable ? [{ ...field, shape: readable }] : []
  })
  return { ...shape, fields, isClosed: !shape.isPartial && fields.length === shape.fields.length }
}
