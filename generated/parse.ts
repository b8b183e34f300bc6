// Generated from openapi.yaml by `npm run generate`. Do not edit.
/** Parses the JSON of a body. Integers are exact wherever the contract allows them beyond 2^53 - 1. */
export type ParseBody = (text: string) => unknown

export const parseSuccess: ParseBody = JSON.parse
export const parseError: ParseBody = JSON.parse
