import { isUtf8 } from 'node:buffer'
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import { DescriptionError } from './description-error.ts'
import { Part } from './part.ts'
import { Problems } from './problems.ts'

/** Decodes a description. Refuses any encoding but UTF-8: its letters would be lost in the types. */
export function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  const lines = bytes.toString('latin1').split('\n')
  const index = lines.findIndex(line => !isUtf8(Buffer.from(line, 'latin1')))
  const line = Buffer.from(lines[index] ?? '', 'latin1')
  // Cut within a character, the line is not UTF-8 either.
  const valid = [...line.keys()].findLast(end => isUtf8(line.subarray(0, end))) ?? 0
  const column = line.toString('utf8', 0, valid).length + 1
  throw new DescriptionError([
    `openapi.yaml:${index + 1}:${column}: this byte is not UTF-8: save the file in that encoding`,
  ])
}

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
  for (const { code, message, pos } of [...document.errors, ...document.warnings])
    report(pos[0], code === 'MULTIPLE_DOCS' ? 'a second document begins here: keep one' : message)

  const { yaml } = document.directives ?? {}
  if (yaml?.explicit && yaml.version !== '1.2') report(0, 'must be YAML 1.2')

  const control = source.search(/(?![\t\n\r\x7f-\x9f])\p{Cc}/u)
  if (control >= 0) {
    const code = source.charCodeAt(control).toString(16).toUpperCase().padStart(4, '0')
    const { line, col } = lines.linePos(control)
    throw new DescriptionError([`openapi.yaml:${line}:${col}: YAML does not allow U+${code}`])
  }

  visit(document, {
    Pair(_, { key }) {
      const isMerge = isScalar(key) && key.value === '<<' && key.type === 'PLAIN'
      if (isMerge)
        report(
          key.range?.[0] ?? 0,
          '<< merges maps in YAML 1.1 alone: write their members here, or use $ref',
        )
    },
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
  if (problems.length > 0) throw new DescriptionError(problems)
  return new Part(document.toJS(), new Problems(pointer => placeOf(document.contents, pointer)))
}

/** Returns where a part begins, or where the part begins that lacks it. */
function placeOf(contents: unknown, pointer: string): number {
  let node = contents
  let place = 0
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === name)
      if (!pair) break
      if (isScalar(pair.key)) place = pair.key.range?.[0] ?? place
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      if (isNode(node)) place = node.range?.[0] ?? place
    } else break
  }
  return place
}

/** Counts the significant digits of a number as it is written. */
const countDigits = (written: string) =>
  written.replace(/e.*/i, '').replaceAll(/\D/g, '').replace(/^0+/, '').length
