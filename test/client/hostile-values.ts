/** A value whose every use throws. */
export const revokedProxy = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** Throws where this property of it is read. */
const unreadable = (value: object, key: string): object =>
  Object.defineProperty(value, key, {
    get() {
      throw new Error(`${key} was read`)
    },
  })

export const inner: Error = new Error('the cause')
const circle = new Error('round and round')
circle.cause = circle
const nested = (depth: number): Error =>
  depth === 0 ? inner : new Error(`depth ${depth}`, { cause: nested(depth - 1) })
const without = ''

/** What can be thrown or returned, and the words for it in a message, which differ where fetch rejects with it. */
export const thrownValues: [name: string, make: () => unknown, words: string, ofFetch?: string][] =
  [
    ['an error', () => inner, 'the cause'],
    ['an error with a cause', () => new Error('outer', { cause: inner }), 'the cause'],
    ["OpenSSL's error, which ends with a line break", () => new Error('bad mac\n'), 'bad mac'],
    ['a chain of 101 exceptions', () => nested(100), 'depth 100'],
    ['an error that is its own cause', () => circle, 'round and round'],
    ['a cause that is a string', () => new Error('outer', { cause: 'why' }), 'why'],
    ['several errors', () => new AggregateError([inner, circle], 'both'), 'the cause'],
    [
      'no errors, and a cause',
      () => Object.assign(new AggregateError([]), { cause: inner }),
      'the cause',
    ],
    ['an error without a message', () => new Error(''), without],
    ['an object whose message is an object', () => ({ message: {} }), without],
    ['an object without a prototype', () => Object.create(null), without],
    ['a string', () => 'in words', 'in words'],
    ['an empty string', () => '', without, 'fetch rejected with the string ""'],
    ['zero', () => 0, '0', 'fetch rejected with the number 0'],
    ['null', () => null, without, 'fetch rejected with null'],
    ['undefined', () => undefined, '', 'fetch rejected with undefined'],
    ['a symbol', () => Symbol('sign'), 'Symbol(sign)'],
    ['a function', () => Math.max, String(Math.max)],
    ['an error whose cause cannot be read', () => unreadable(new Error('seen'), 'cause'), 'seen'],
    [
      'an error whose message cannot be read',
      () => unreadable(new Error('no'), 'message'),
      without,
    ],
    ['a value that cannot be read at all', revokedProxy, without],
  ]
