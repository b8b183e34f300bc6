import { isObject } from './keywords.ts'

/** A number of the description that JavaScript would read as another one. */
export class InexactNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

/** The first number in a value that cannot be read exactly. */
export function findInexact(value: unknown): InexactNumber | undefined {
  if (value instanceof InexactNumber) return value
  if (!isObject(value) && !Array.isArray(value)) return undefined
  for (const part of Object.values(value)) {
    const found = findInexact(part)
    if (found) return found
  }
}

export const inexactProblem = ({ source }: InexactNumber): string =>
  `${source} cannot be read exactly: JavaScript has no such number`
