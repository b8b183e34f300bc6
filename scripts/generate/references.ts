import { isObject } from './keywords.ts'
import { extend, segmentsOf } from './pointer.ts'
import type { Problems } from './problems.ts'

/** A part of the document, and where it is. */
export interface Located {
  value: unknown
  pointer: string
}

/** Follows references within one document. */
export class References {
  readonly #document: unknown
  readonly #problems: Problems

  constructor(document: unknown, problems: Problems) {
    this.#document = document
    this.#problems = problems
  }

  /** Where one reference leads; undefined, with a problem, where that is nowhere. */
  target(ref: unknown, pointer: string): Located | undefined {
    const segments = typeof ref === 'string' ? segmentsOf(ref) : undefined
    if (!segments) {
      this.#problems.add('$ref', extend(pointer, '$ref'), 'must lead into this file, as #/...')
      return undefined
    }
    let value = this.#document
    for (const segment of segments) {
      const container = typeof value === 'object' && value !== null ? value : {}
      if (!Object.hasOwn(container, segment)) {
        this.#problems.add('$ref', extend(pointer, '$ref'), `leads nowhere: ${ref}`)
        return undefined
      }
      value = (container as Record<string, unknown>)[segment]
    }
    return { value, pointer: extend('#', ...segments) }
  }

  /** An object that is no schema, through any number of references. */
  object(
    value: unknown,
    pointer: string,
  ): (Located & { value: Record<string, unknown> }) | undefined {
    const seen: string[] = []
    let at: Located | undefined = { value, pointer }
    while (at && isObject(at.value) && '$ref' in at.value) {
      if (seen.includes(at.pointer)) {
        this.#problems.add('$ref', extend(at.pointer, '$ref'), 'leads back to itself')
        return undefined
      }
      seen.push(at.pointer)
      at = this.target(at.value.$ref, at.pointer)
    }
    if (!at) return undefined
    if (isObject(at.value)) return { value: at.value, pointer: at.pointer }
    this.#problems.add(lastOf(at.pointer), at.pointer, 'must be an object')
    return undefined
  }
}

export const lastOf = (pointer: string): string =>
  (pointer.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
