import { type Description, resolved, type Schema } from './description.ts'

/** What the operation is called, takes and gives, as constants. */
export function contract(description: Description): string {
  const [path, operations] = only('path', description.paths)
  const [method, operation] = only('method', operations)
  const [mediaType, request] = only('request media type', operation.requestBody.content)
  const successes = Object.entries(operation.responses).filter(([status]) => status[0] === '2')
  const [status, success] = only('2xx response', Object.fromEntries(successes))
  const [, answer] = only('response media type', success.content)
  const failures = Object.keys(operation.responses).filter(status => /^[345]\d\d$/.test(status))
  const fields = (schema: Schema) => Object.keys(resolved(schema, description).properties ?? {})
  const constants = {
    method: method.toUpperCase(),
    path,
    mediaType,
    successStatus: Number(status),
    errorStatuses: failures.map(Number),
    newPlantFields: fields(request.schema),
    plantFields: fields(answer.schema),
  }
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const\n`)
    .join('')
}

function only<T>(what: string, entries: Record<string, T>): [string, T] {
  const [entry, ...more] = Object.entries(entries)
  if (!entry || more.length > 0) throw new Error(`openapi.yaml: one ${what} is expected`)
  return entry
}
