import { parse as parseJson } from 'lossless-json'
import { parseDocument } from 'yaml'

/** One change of `openapi.yaml`, as a maintainer might make it. */
export interface Edit {
  name: string
  /** The new values, by JSON Pointer; `undefined` takes one away. */
  set?: Readonly<Record<string, unknown>>
  /** Changes the text itself, after `set`. */
  text?(source: string): string
}

/** An edit that the generator must refuse. */
export interface Refused extends Edit {
  /** The lines of the refusal: each problem once, and no other. */
  problems: readonly (string | RegExp)[]
}

/** What a part of the operation must take and refuse after an edit; values are JSON text. */
export interface Values {
  valid?: readonly string[]
  /** With the JSON Pointers of the issues; responses have guards, which name none. */
  invalid?: Readonly<Record<string, readonly string[]>>
}

/** An edit that everything must follow. */
export interface Followed extends Edit {
  request?: Values
  success?: Values
  error?: Values
  /** TypeScript that must compile, `Request`, `Success` and `ErrorBody` being the types by role. */
  types?: string
  /** Exports of `generated/contract.ts`. */
  contract?: Readonly<Record<string, unknown>>
  /** Reads of responses: JSON text and the value that comes of it. */
  reads?: Readonly<Record<string, unknown>>
  /** Why Ajv as it comes is no reference for the values. */
  withoutReference?: string
}

/** The description after an edit. */
export function edited(source: string, { set = {}, text }: Edit): string {
  const document = parseDocument(source, { intAsBigInt: true })
  for (const [pointer, value] of Object.entries(set)) {
    const path = pointer
      .split('/')
      .slice(1)
      .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (value === undefined) document.deleteIn(path)
    else document.setIn(path, document.createNode(value))
  }
  const whole = document.toString({ lineWidth: 0 })
  return text ? text(whole) : whole
}

/** JSON as the exact readers of the package give it: an integer beyond 2^53 - 1 is a bigint. */
export const exactly = (text: string): unknown =>
  parseJson(text, null, {
    parseNumber: literal => {
      const number = Number(literal)
      return /^-?\d+$/.test(literal) && !Number.isSafeInteger(number) ? BigInt(literal) : number
    },
  })
