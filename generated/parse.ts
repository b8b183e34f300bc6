// Generated from openapi.yaml by `npm run generate`. Do not edit.
/**
 * Parses the JSON of a body. Integers are exact wherever the contract allows them beyond 2^53 - 1. The
 * reviver works as in JSON.parse, but may only rename properties and put strings in place of values.
 */
export type ParseBody = (
  text: string,
  reviver?: (name: string, value: unknown) => unknown,
) => unknown

export const parseSuccess: ParseBody = JSON.parse
export const parseError: ParseBody = JSON.parse
