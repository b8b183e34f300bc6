// Made by `npm run generate` from openapi.yaml. Not edited by hand.
/**
 * Reads the JSON of a body. An integer is exact wherever the contract allows one beyond 2^53 - 1. The
 * reviver is that of JSON.parse, and may change strings.
 */
export type ParseBody = (
  text: string,
  reviver?: (name: string, value: unknown) => unknown,
) => unknown

export const parseSuccess: ParseBody = JSON.parse
export const parseError: ParseBody = JSON.parse
