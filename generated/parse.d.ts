// Made by `npm run generate` from openapi.yaml. Not edited by hand.
/** Reads the JSON of a body; an integer is exact wherever the contract allows one beyond 2^53 - 1. */
export const parseSuccess: (text: string) => unknown
export const parseError: (text: string) => unknown
