// Made by `npm run generate` from openapi.yaml. Not edited by hand.
/**
 * Reads the JSON of a body; an integer is exact wherever the contract allows one beyond 2^53 - 1.
 * The reviver is that of JSON.parse, and may change strings.
 */
export type ParseBody = (
  text: string,
  reviver?: (name: string, value: unknown) => unknown,
) => unknown
export const parseSuccess: ParseBody
export const parseError: ParseBody
