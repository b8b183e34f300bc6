// Codes of the characters of JSON.

/** Other spaces have lower codes, and nothing else outside of strings has. */
export const SPACE = 0x20
export const QUOTE = 0x22 // "
export const COMMA = 0x2c // ,
export const MINUS = 0x2d // -
export const POINT = 0x2e // .
export const ZERO = 0x30 // 0
export const NINE = 0x39 // 9
export const CAPITAL_EXPONENT = 0x45 // E
export const BRACKET = 0x5b // [
export const END_OF_ARRAY = 0x5d // ]
export const EXPONENT = 0x65 // e
export const FALSE = 0x66 // f
export const NULL = 0x6e // n
export const TRUE = 0x74 // t
export const BRACE = 0x7b // {
export const END_OF_OBJECT = 0x7d // }
