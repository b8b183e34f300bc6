import { extend } from './pointer.ts'
import type { Problems } from './problems.ts'

/** A schema object of OpenAPI 3.0 in the words of JSON Schema 2020-12, which 3.1 uses. */
export function in2020(
  schema: Readonly<Record<string, unknown>>,
  pointer: string,
  problems: Problems,
): Record<string, unknown> {
  if ('$ref' in schema) return referenceOnly(schema, pointer, problems)

  const { nullable = false, ...others } = schema
  const rest: Record<string, unknown> = others
  if (typeof nullable !== 'boolean')
    problems.add('nullable', extend(pointer, 'nullable'), 'must be true or false')
  if (Array.isArray(rest.type))
    problems.add('type', extend(pointer, 'type'), 'must be one name in OpenAPI 3.0; see nullable')
  // OpenAPI 3.0.3: nullable has no effect without a type, and an enum has to list null itself.
  if (nullable === true && typeof rest.type === 'string') rest.type = [rest.type, 'null']
  exclusive(rest, 'minimum', 'exclusiveMinimum')
  exclusive(rest, 'maximum', 'exclusiveMaximum')
  for (const keyword of ['items', 'not'])
    if (typeof rest[keyword] === 'boolean')
      problems.add(keyword, extend(pointer, keyword), 'must be a schema object in OpenAPI 3.0')
  return rest
}

/** In 3.0 the exclusive bounds are flags of the others. */
function exclusive(schema: Record<string, unknown>, bound: string, flag: string): void {
  if (typeof schema[flag] !== 'boolean') return // a number is reported by what reads keywords
  if (schema[flag] && bound in schema) {
    schema[flag] = schema[bound]
    delete schema[bound]
  } else delete schema[flag]
}

/** What stands beside a reference has no effect in 3.0, which would go unnoticed. */
function referenceOnly(
  schema: Readonly<Record<string, unknown>>,
  pointer: string,
  problems: Problems,
): Record<string, unknown> {
  for (const keyword of Object.keys(schema))
    if (keyword !== '$ref' && keyword !== 'description' && keyword !== 'summary')
      problems.add(keyword, extend(pointer, keyword), 'has no effect beside $ref in OpenAPI 3.0')
  return { $ref: schema.$ref }
}
