import { LineCounter, parseDocument, visit } from 'yaml'
import { Part } from './part.ts'
import { Refusal } from './refusal.ts'

/**
 * Reads a description in YAML, or in JSON, which YAML contains. Integers are exact: numbers if safe,
 * otherwise bigints. Refuses what it cannot read, with line and column.
 */
export function readDescription(source: string): Part {
  const lines = new LineCounter()
  const document = parseDocument(source, {
    intAsBigInt: true,
    stringKeys: true,
    prettyErrors: false,
    lineCounter: lines,
  })
  const problems: string[] = []
  const report = (offset: number, message: string) => {
    const { line, col } = lines.linePos(offset)
    problems.push(`openapi.yaml:${line}:${col}: ${message}`)
  }
  for (const { message, pos } of [...document.errors, ...document.warnings]) report(pos[0], message)

  const { yaml } = document.directives ?? {}
  if (yaml?.explicit && yaml.version !== '1.2') report(0, 'must be YAML 1.2')

  visit(document, {
    Alias: (_, { range }) => report(range?.[0] ?? 0, 'aliases are not supported: use $ref'),
    Scalar(_, node) {
      const { value, range, source: written } = node
      if (typeof value === 'bigint' && Number.isSafeInteger(Number(value)))
        node.value = Number(value)
      // Such a number has lost digits, or is infinite or NaN.
      const isInexact =
        typeof value === 'number' &&
        (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER) || countDigits(written ?? '') > 15)
      if (isInexact)
        report(
          range?.[0] ?? 0,
          `${written} is not exact: write an integer with all its digits, or a fraction of up to 15`,
        )
    },
  })
  if (problems.length > 0) throw new Refusal(problems)
  return new Part(document.toJS())
}

/** Counts the significant digits of a number as it is written. */
const countDigits = (written: string) =>
  written.replace(/e.*/i, '').replaceAll(/\D/g, '').replace(/^0+/, '').length
