/** The parts of an OpenAPI description that the generator reads. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  requestBody: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  allOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
  [keyword: string]: unknown
}

/** Where a reference to a schema leads. */
const SCHEMAS = '#/components/schemas/'

/** A schema with every reference followed, and the objects of an `allOf` made one. */
export function resolved(schema: Schema, description: Description, seen: string[] = []): Schema {
  if (schema.$ref) {
    const target = description.components.schemas[schema.$ref.replace(SCHEMAS, '')]
    if (!target || seen.includes(schema.$ref))
      throw new Error(`openapi.yaml: cannot resolve ${schema.$ref}`)
    const { $ref, ...siblings } = schema
    const allOf = [target, ...(siblings.allOf ?? [])]
    return resolved({ ...siblings, allOf }, description, [...seen, $ref])
  }
  const whole: Schema = {}
  for (const [keyword, value] of Object.entries(schema))
    if (keyword !== 'allOf') whole[keyword] = resolvedWithin(value, description, seen)
  for (const part of schema.allOf ?? []) merge(whole, resolved(part, description, seen))
  return whole
}

function resolvedWithin(value: unknown, description: Description, seen: string[]): unknown {
  if (Array.isArray(value)) return value.map(one => resolvedWithin(one, description, seen))
  if (typeof value === 'object' && value !== null)
    return resolved(value as Schema, description, seen)
  return value
}

/** Puts a part of an `allOf` into the whole. What cannot become one stays a part. */
function merge(whole: Schema, part: Schema): void {
  const { required = [], properties = {}, ...rest } = part
  whole.required = [...new Set([...required, ...(whole.required ?? [])])]
  const own = whole.properties ?? {}
  whole.properties = { ...properties, ...own }
  const left: Schema = {}
  for (const [name, schema] of Object.entries(properties))
    if (name in own) left.properties = { ...left.properties, [name]: schema }
  for (const [keyword, value] of Object.entries(rest)) {
    if (!(keyword in whole) || ANNOTATIONS.includes(keyword)) whole[keyword] ??= value
    else if (JSON.stringify(whole[keyword]) !== JSON.stringify(value)) left[keyword] = value
  }
  if (Object.keys(left).length > 0) whole.allOf = [...(whole.allOf ?? []), left]
}

const ANNOTATIONS = ['title', 'description', 'default', 'example', 'examples', 'deprecated']

/** The name of the schema that requests have. */
export function requestSchema(description: Description): string {
  const [operation] = Object.values(description.paths).flatMap(path => Object.values(path))
  const [content] = Object.values(operation?.requestBody.content ?? {})
  const name = content?.schema.$ref?.replace(SCHEMAS, '')
  if (!name) throw new Error('openapi.yaml: the request body is not one of components/schemas')
  return name
}
