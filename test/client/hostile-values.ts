/** A value whose every use throws. */
export const revokedProxy = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const throws = (key: string): object =>
  Object.defineProperty({}, key, {
    get() {
      throw new Error(`${key} was read`)
    },
  })

/** An error that throws where this property is read. */
export const errorWith = (key: string): object =>
  Object.defineProperty(new Error('seen'), key, {
    get() {
      throw new Error(`${key} was read`)
    },
  })

const endlessCause = (): object =>
  new Proxy(new Error('again'), {
    get: (target, key) => (key === 'cause' ? endlessCause() : Reflect.get(target, key)),
  })

/** What can be thrown, rejected or aborted with: none of it is an Error that can be relied on. */
export const thrownValues: [name: string, make: () => unknown][] = [
  ['a string', () => 'a string'],
  ['an empty string', () => ''],
  ['a number', () => 42],
  ['a bigint', () => 1n],
  ['a symbol', () => Symbol('thrown')],
  ['null', () => null],
  ['undefined', () => undefined],
  ['a function', () => () => {}],
  ['an object without a prototype', () => Object.create(null)],
  ['an object whose message throws', () => throws('message')],
  ['an object whose message is a symbol', () => ({ message: Symbol('message') })],
  ['an object whose message is an object', () => ({ message: Object.create(null) })],
  ['an error without a message', () => new Error('')],
  ['an error whose cause throws', () => errorWith('cause')],
  ['an error whose code throws', () => errorWith('code')],
  ['an error whose errors throw', () => errorWith('errors')],
  ['an error whose address throws', () => errorWith('address')],
  ['an error whose errors are no array', () => Object.assign(new Error('seen'), { errors: 7 })],
  ['an error whose causes never end', () => endlessCause()],
  ['a revoked proxy', revokedProxy],
]
