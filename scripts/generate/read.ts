import { LineCounter, parseDocument, visit } from 'yaml'
import type { Problems } from './problems.ts'
import { toInteger } from './runtime/to-integer.ts'

/** Aliases that repeat a part more often than this are an attack on memory, not a description. */
const MAX_ALIASES = 100

/**
 * Reads a description in YAML or JSON, which YAML contains. An integer that a number cannot hold is a
 * bigint. What cannot be read is a problem with its line and column.
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
  for (const { message, pos } of [...document.errors, ...document.warnings])
    problems.addLine(`${at(pos[0])}: ${message}`)

  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'bigint') node.value = narrowed(node.value)
      if (typeof node.value !== 'number' || node.source === undefined) return
      const number = exactNumber(node.source, node.value)
      if (number === undefined)
        problems.addLine(`${at(node.range?.[0] ?? 0)}: ${node.source} cannot be read exactly`)
      else node.value = number
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
  const value = integer ?? (Number.isInteger(number) ? undefined : number)
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value
}

function containsItself(value: unknown, around: readonly unknown[] = []): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (around.includes(value)) return true
  return Object.values(value).some(part => containsItself(part, [...around, value]))
}
