import { LineCounter, parseDocument, visit } from 'yaml'
import { InexactNumber } from './inexact-number.ts'
import type { Problems } from './problems.ts'
import { aligned } from './runtime/multiple.ts'
import { toInteger } from './runtime/to-integer.ts'

/** Aliases that repeat a part more often than this are an attack on memory, not a description. */
const MAX_ALIASES = 100

/**
 * Reads a description in YAML or JSON, which YAML contains. An integer that a number cannot hold is a
 * bigint, and any other number that a number cannot hold is an `InexactNumber`. What cannot be read
 * is a problem with its line and column.
 */
export function readDocument(source: string, problems: Problems): unknown {
  try {
    const document = parse(source, problems)
    problems.throwIfAny()
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    if (containsItself(value)) problems.addLine('openapi.yaml: an alias contains itself')
    problems.throwIfAny()
    return value
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError)
      problems.addLine(`openapi.yaml: cannot be read: ${error.message}`)
    problems.throwIfAny()
    throw error
  }
}

const ONE_DOCUMENT = 'A second document begins here, and only one is read'

function parse(source: string, problems: Problems): ReturnType<typeof parseDocument> {
  const lines = new LineCounter()
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `openapi.yaml:${line}:${col}`
  }
  const document = parseDocument(source, {
    intAsBigInt: true,
    stringKeys: true,
    prettyErrors: false,
    lineCounter: lines,
  })
  for (const { code, message, pos } of [...document.errors, ...document.warnings])
    problems.addLine(`${at(pos[0])}: ${code === 'MULTIPLE_DOCS' ? ONE_DOCUMENT : message}`)

  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'bigint') node.value = narrowed(node.value)
      if (typeof node.value !== 'number' || node.source === undefined) return
      node.value = exactNumber(node.source, node.value) ?? new InexactNumber(node.source)
    },
  })
  return document
}

const narrowed = (integer: bigint) =>
  Number.isSafeInteger(Number(integer)) ? Number(integer) : integer

/** Undefined where a number would be another one than the source says. */
function exactNumber(source: string, number: number): number | bigint | undefined {
  if (!/^[-+.\deE]+$/.test(source)) return Number.isSafeInteger(number) ? number : undefined
  const integer = toInteger(source)
  if (integer === undefined) return isSameFraction(source, number) ? number : undefined
  return typeof integer === 'bigint' || Number.isFinite(integer) ? integer : undefined
}

/** Whether a number is written with the digits of the source, which is a fraction. */
function isSameFraction(source: string, number: number): boolean {
  if (Number.isInteger(number)) return false
  const [one, other] = aligned(source, String(number))
  return one === other
}

function containsItself(value: unknown, around: readonly unknown[] = []): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (around.includes(value)) return true
  return Object.values(value).some(part => containsItself(part, [...around, value]))
}
