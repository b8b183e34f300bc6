import { pickRequest } from '../../generated/contract.ts'

/** The call of the client that sends a request's plant; undefined if its body is no object. */
export function toAddPlantCall(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  return `const result = await client.addPlant(${toLiteral(pickRequest(body))})`
}

/** A JavaScript literal; an integer that is not safe is a bigint. */
function toLiteral(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  const members = Object.entries(value).map(([key, child]) => `${toKey(key)}: ${toLiteral(child)}`)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}

const toKey = (name: string) => {
  if (name === '__proto__') return '["__proto__"]' // as a plain key it would set the prototype
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)
}
