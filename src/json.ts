/**
 * The JSON text of a value, each bigint in it as an integer literal. It does without `JSON.rawJSON`,
 * which came with Node 21, Safari 18.4 and Firefox 135: every runtime takes the one way.
 */
export function toJson(value: object): string {
  let bigints = false
  const write = (mark: string) =>
    JSON.stringify(value, function (this: Record<string, unknown>, key, part) {
      // `part` is what BigInt.prototype.toJSON made of it, where an application has defined that.
      const integer = this[key]
      if (typeof integer !== 'bigint') return part
      bigints = true
      return mark + integer
    })
  const unmarked = write('')
  if (!bigints) return unmarked
  // A bigint is first a string, marked by one # more than the whole value holds.
  const mark = `#${unmarked.replace(/[^#]/g, '')}`
  return write(mark).replace(/"(#+)(-?\d+)"/g, (string, marks, integer) =>
    marks === mark ? integer : string,
  )
}
