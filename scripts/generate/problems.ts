import { DescriptionError } from './description-error.ts'

interface Problem {
  pointer: string
  text: string
  /** Whether the part must go as a whole, so that nothing needs to be said about what is in it. */
  isWhole: boolean
}

/** Whether a part is within another one. */
const isWithin = (pointer: string, whole: string) => pointer.startsWith(`${whole}/`)

/** Collects what is wrong with a description, so that one run lists all of it, and which components are used. */
export class Problems {
  readonly #locate: (pointer: string) => number
  readonly #found: Problem[] = []
  readonly #references: { from: string; to: string }[] = []

  /** Takes the place of a part in the file. */
  constructor(locate: (pointer: string) => number) {
    this.#locate = locate
  }

  add(problem: Problem): void {
    this.#found.push(problem)
  }

  addReference(from: string, to: string): void {
    this.#references.push({ from, to })
  }

  /** Returns the components that the operation does not need, if what cannot be followed goes. */
  findUnused(components: readonly string[]): string[] {
    const reached = new Set<string>()
    const isReached = ({ from, to }: { from: string; to: string }) =>
      !reached.has(to) &&
      !this.#isLeftOut(from) &&
      (components.every(component => !isWithin(from, component)) ||
        [...reached].some(component => isWithin(from, component)))
    for (;;) {
      const next = this.#references.find(isReached)
      if (!next) return components.filter(component => !reached.has(component))
      reached.add(next.to)
    }
  }

  /** Throws a `DescriptionError` that lists every problem, in the order of the file. */
  throwIfAny(): void {
    const told = this.#found.filter(({ pointer }) => !this.#isLeftOut(pointer))
    const placed = told.map(({ pointer, text }) => ({ text, place: this.#locate(pointer) }))
    const texts = placed.sort((a, b) => a.place - b.place).map(({ text }) => text)
    if (texts.length > 0) throw new DescriptionError([...new Set(texts)])
  }

  #isLeftOut(pointer: string): boolean {
    return this.#found.some(whole => whole.isWhole && isWithin(pointer, whole.pointer))
  }
}
