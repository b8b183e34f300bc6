/**
 * The JSON text of a value, each bigint in it as an integer literal. It does without `JSON.rawJSON`,
 * which came with Node 21, Safari 18.4 and Firefox 135: every runtime takes the one way.
 */
export function toJson(value: object): string {
  const write = (mark: string) =>
    JSON.stringify(value, function (this: Record<string, unknown>, key, part) {
      // `part` is what BigInt.prototype.toJSON made of it, where an application has defined that.
      const integer = this[key]
      return typeof integer === 'bigint' ? mark + integer : part
    })
  // A bigint is first a string, marked by one # more than the whole value holds.
  const mark = `#${write('').replace(/[^#]/g, '')}`
  return write(mark).replace(/"(#+)(-?\d+)"/g, (string, marks, integer) =>
    marks === mark ? integer : string,
  )
}
