import { type Description, resolved, type Schema } from './description.ts'

/** What the operation is called, takes and gives. */
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
    plantFields: fields(answer.schema),
  }
  return [
    ...Object.entries(constants).map(
      ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const\n`,
    ),
    part('partOfNewPlant', fields(request.schema)),
    part('partOfPlant', fields(answer.schema)),
  ].join('')
}

/** A function that copies what a schema names. As a loop over names it would cost the mock 3 % of a request. */
function part(name: string, fields: string[]): string {
  const names = fields.map(field => JSON.stringify(field))
  return `export function ${name}<T extends { ${names.map(name => `${name}?: unknown`).join('; ')} }>(whole: T): Pick<T, ${names.join(' | ')}> {
  const part = {} as T
${names.map(name => `  if (whole[${name}] !== undefined) part[${name}] = whole[${name}]\n`).join('')}  return part
}
`
}

function only<T>(what: string, entries: Record<string, T>): [string, T] {
  const [entry, ...more] = Object.entries(entries)
  if (!entry || more.length > 0) throw new Error(`openapi.yaml: one ${what} is expected`)
  return entry
}
