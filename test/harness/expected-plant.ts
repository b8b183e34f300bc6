// A second reading of openapi.yaml, which shares no code with the mock.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { requestFields } from '../../generated/contract.ts'

const description = parse(readFileSync('openapi.yaml', 'utf8'))
const int32 = { type: 'number', validate: (value: number) => value === (value | 0) } as const
const ajv = new Ajv2020({ strict: false, formats: { int32, int64: true }, logger: false })
ajv.addSchema({ $id: 'openapi', ...description })
/** Whether the description allows a value. The range of int64 is not checked. */
export const isNewPlant: (value: unknown) => boolean = ajv.compile({
  $ref: 'openapi#/components/schemas/NewPlant',
})

const FIELDS: readonly string[] = requestFields.map(({ name }) => name)

/** The plant of a body, with its exact id; undefined if the body should be refused. */
export function expectedPlant(
  body: Uint8Array | string,
): { id: bigint; name: string; tag?: string } | undefined {
  let value: unknown
  const idSources = new Map<unknown, string>()
  try {
    const text =
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    value = JSON.parse(text, function (key, part, context?: { source?: string }) {
      // Of two equal keys the last counts, for its source as well.
      if (key === 'id' && typeof part === 'number')
        idSources.set(this, context?.source ?? `${part}`)
      return part
    } as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
  if (!isNewPlant(value)) {
    // An id that is rounded to infinity or to a fraction is not an integer by its digits either.
    return undefined
  }
  const plant = value as { id: number; name: string; tag?: string }
  const id = integer(idSources.get(plant) ?? '')
  if (id === undefined || BigInt.asIntN(64, id) !== id) return undefined
  const known = Object.entries(plant).filter(([name]) => FIELDS.includes(name))
  return { ...(Object.fromEntries(known) as typeof plant), id }
}

/** The integer of a number literal, by long division. */
export function integer(source: string): bigint | undefined {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const shift = Number(exponent) - fraction.length
  if (digits === 0n) return 0n
  if (shift > 400) return undefined
  if (shift >= 0) return digits * 10n ** BigInt(shift)
  if (-shift > source.length) return undefined
  const divisor = 10n ** BigInt(-shift)
  return digits % divisor === 0n ? digits / divisor : undefined
}
