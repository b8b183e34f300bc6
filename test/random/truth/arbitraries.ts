// What clients send and what testers do to the mock, generated. Each value is small however much it
// stands for, so that fast-check shrinks it quickly and prints it in a few lines.
import fc, { type Arbitrary } from 'fast-check'

/** Texts that follow one another, each repeated that often. */
export type Text = readonly (readonly [part: string, times: number])[]

export const textOf = (text: Text): string =>
  text.map(([part, times]) => part.repeat(times)).join('')

/** A request as a client writes it. */
export interface Sent {
  readonly method: string
  /** Everything before the query, which carries the number of the trial. */
  readonly path: Text
  readonly version: '1.1' | '1.0'
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** So many headers more, each of a few characters. */
  readonly tinyHeaders: number
  readonly body: Text
  /** Where a byte that is never UTF-8 is put in the body, from 0 to 1. */
  readonly spoiltAt?: number | undefined
  /** A Content-Length that is wrong by that much, or chunks of that size. */
  readonly framing: { readonly wrongBy: number } | { readonly chunk: number }
}

/** What one client does on one connection. */
export interface Connection {
  readonly requests: readonly Sent[]
  /** All requests are sent before the first response. */
  readonly isPipelined: boolean
  /** In how many writes the bytes of a request are sent. */
  readonly writes: number
  /** Only that share of the bytes is sent. */
  readonly cutAt?: number | undefined
  /** What the client does after the last byte. A client that has cut a request never waits. */
  readonly ending: 'wait' | 'end' | 'leave' | 'reset'
  /** How many milliseconds after the last byte it leaves, or resets the connection. */
  readonly leavesAfter: number
}

/** A call of the control API. */
export type Control = readonly [method: string, route: string, body: unknown]

export interface Step {
  readonly before: readonly Control[]
  readonly connections: readonly Connection[]
  /** How many clients do the same as each of these. */
  readonly times: number
  /** While requests may be on their way. */
  readonly during: readonly Control[]
  /** How holds are released. */
  readonly release: unknown
}

/** From 0 to 1. Arbitrary doubles would nearly all be next to 0. */
const share = fc.nat(999).map(thousandths => thousandths / 1_000)

/** From small to `max`, each order of magnitude alike. */
const size = (max: number): Arbitrary<number> =>
  fc
    .tuple(fc.integer({ min: 0, max: Math.floor(Math.log2(max)) }), share)
    .map(([power, more]) => Math.min(max, Math.floor(2 ** power * (1 + more)) - 1))

const mostly = <T>(usual: Arbitrary<T>, weight: number, ...others: Arbitrary<T>[]): Arbitrary<T> =>
  fc.oneof(
    { weight: weight * others.length, arbitrary: usual },
    ...others.map(arbitrary => ({ weight: 1, arbitrary })),
  )

/** The classes of input that a trial may be about. */
export const CLASSES = [
  'bodies',
  'numbers',
  'big',
  'headers',
  'framing',
  'connections',
  'requests',
  'control',
] as const

type Class = (typeof CLASSES)[number]

const digits = (max: number): Arbitrary<Text> =>
  fc
    .tuple(fc.constantFrom('1', '9', '10', '37', '0'), size(max))
    .map(([part, times]) => [[part, times + 1]])

const join = (...parts: Arbitrary<Text>[]): Arbitrary<Text> =>
  fc.tuple(...parts).map(texts => texts.flat())

const plain = (...texts: string[]): Arbitrary<Text> =>
  fc.constantFrom(...texts).map(text => [[text, 1]])

const times = (part: string, count: number): Text[number] => [part, count]

const safeNumber = fc.maxSafeNat().map((id): Text => [times(String(id), 1)])

const anyNumber = mostly(
  safeNumber,
  1,
  join(plain('', '-'), digits(500)),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map((id): Text => [times(String(id), 1)]),
  join(
    plain('', '-'),
    digits(30),
    plain('', '.'),
    digits(30),
    plain('', 'e', 'E-', 'e+'),
    digits(4),
  ),
)

/** Stands for the number of the trial: engines keep one copy of equal keys, however many there are. */
export const TRIAL = '§'

/** Characters as they stand in JSON. */
const UNITS = ['a', 'é', '€', '😀', '\\u0000', '\\n', '\\ud800', '\u2028', '\u202e', '\x7f']

/** Of at most `max` bytes. With much room, often nearly as many. */
const string = (max: number): Arbitrary<Text> =>
  fc
    .tuple(
      fc.constantFrom(...UNITS),
      max < 2 ** 20 ? size(max) : fc.oneof(size(max), fc.integer({ min: max / 2, max })),
    )
    .map(([unit, bytes]) => {
      const count = Math.floor(bytes / Buffer.byteLength(unit))
      return [times(`"${TRIAL}`, 1), times(unit, count), times('"', 1)]
    })

const name = plain('"name":"Aloe"', '"name":"Monstera"', '"name":"Ficus"')

/** Bodies of about `max` bytes: plants, near misses, other JSON and anything else. */
function bodyOf(max: number, number: Arbitrary<Text>): Arbitrary<Text> {
  const value = fc.oneof(
    number,
    string(max),
    plain('null', 'true', '{}', '[]', '"Aloe"'),
    fc.json({ maxDepth: 2 }).map((json): Text => [[json, 1]]),
    size(Math.min(max, 4_000)).map((depth): Text => [times('[', depth), times(']', depth)]),
  )
  /** Known, misspelt, there twice, or of a name that is as long as a body may be. */
  const field = join(
    fc.oneof(plain('"id"', '"name"', '"tag"', '"colour"', '"__proto__"'), string(max)),
    plain(':'),
    value,
  )
  const object = fc
    .tuple(join(plain('{"id":'), number, plain(',')), name, fc.array(field, { maxLength: 4 }))
    .map(([id, text, fields]): Text => {
      const rest = fields.flatMap((one): Text => [times(',', 1), ...one])
      return [...id, ...text, ...rest, times('}', 1)]
    })
  const anything = fc.string({ unit: 'binary' }).map((text): Text => [times(text, 1)])
  return mostly(object, 4, value, anything, plain(''))
}

const simpleBody = join(plain('{"id":'), safeNumber, plain(','), name, plain('}'))

/** Of the bytes of the body, hence often one too few for the characters beyond ASCII. */
const framing = (max: number): Arbitrary<Sent['framing']> =>
  fc.oneof(
    fc.integer({ min: -30, max: 30 }).map(wrongBy => ({ wrongBy })),
    fc.oneof(fc.constant(0), size(max)).map(chunk => ({ chunk: chunk + 1 })),
  )

const CREDENTIALS = ['Bearer ', 'bearer  ', 'Basic ', '', 'Bearer a ', 'Token ']

/** A token that may appear in no record. */
export const TOKEN = 'truth-3f9c2a71'

const header: Arbitrary<readonly [string, string]> = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['Expect', '100-continue'],
    ['Expect', 'other'],
    ['Connection', 'close'],
    ['Connection', 'keep-alive, Upgrade'],
    ['Upgrade', 'websocket'],
    ['Content-Encoding', 'gzip'],
    ['Content-Type', 'text/plain'],
    ['Host', 'elsewhere.example'],
    ['X-Mock-Session', 'not a name'],
    ['User-Agent', 'Mozilla/5.0'],
    ['Cookie', `a=${TOKEN}`],
    ['X-Api-Key', TOKEN],
    ['X-Forwarded-Authorization', `Bearer ${TOKEN}`],
    ['Origin', 'https://elsewhere.example'],
    ['Access-Control-Request-Method', 'POST'],
    ['__proto__', 'x'],
  ),
  fc.tuple(
    fc.constantFrom('X-A', 'x-b', 'Referer'),
    fc.stringMatching(/^[\x21-\x7e\x80-\xff]{0,30}$/),
  ),
  fc
    .constantFrom(...CREDENTIALS)
    .map((scheme): [string, string] => ['Authorization', scheme + TOKEN]),
)

const oddPath: Arbitrary<Text> = fc.oneof(
  plain(
    '/plant',
    '/v1/plants',
    '//plants',
    '/plants/',
    '*',
    'http://localhost/plants',
    '/%',
    '/~no name/plants',
    '/é',
  ),
  size(12_000).map(
    (length): Text => [
      ['/p', 1],
      ['a', length],
    ],
  ),
)

const METHODS = [
  'GET',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'M-SEARCH',
  'CONNECT',
  'NONSENSE',
]

const sent = (uses: (name: Class) => boolean, hugeWeight: number): Arbitrary<Sent> => {
  const maybe = <T>(of: Class, usual: T, odd: Arbitrary<T>, weight = 6) =>
    uses(of) ? mostly(fc.constant(usual), weight, odd) : fc.constant(usual)
  const number = uses('numbers') ? anyNumber : safeNumber
  const bodies = [
    ...(uses('bodies') || uses('numbers') ? [bodyOf(200, number)] : []),
    ...(uses('big') ? [bodyOf(2 ** 10, number)] : []),
  ]
  const huge = uses('big') ? [bodyOf(2 ** 20, number)] : []
  return fc.record({
    method: maybe('requests', 'POST', fc.constantFrom(...METHODS)),
    path: maybe<Text>('requests', [['/plants', 1]], oddPath),
    version: maybe<Sent['version']>('requests', '1.1', fc.constant('1.0'), 30),
    headers: uses('requests')
      ? mostly(fc.constant<Sent['headers']>([]), 2, fc.array(header, { maxLength: 3 }))
      : fc.constant<Sent['headers']>([]),
    tinyHeaders: maybe('headers', 0, size(4_000), 5),
    body: fc.oneof(
      { weight: 60, arbitrary: simpleBody },
      ...bodies.map(arbitrary => ({ weight: 60, arbitrary })),
      ...huge.map(arbitrary => ({ weight: hugeWeight, arbitrary })),
    ),
    spoiltAt: maybe<number | undefined>('bodies', undefined, share, 20),
    framing: maybe<Sent['framing']>('framing', { wrongBy: 0 }, framing(2 ** 16), 4),
  })
}

const connection = (uses: (name: Class) => boolean, hugeWeight = 1): Arbitrary<Connection> =>
  uses('connections')
    ? fc.record({
        requests: fc.array(sent(uses, hugeWeight), { minLength: 1, maxLength: 5 }),
        isPipelined: fc.boolean(),
        writes: mostly(
          fc.constant(1),
          6,
          size(20).map(times => times + 1),
        ),
        cutAt: mostly(fc.constant(undefined), 12, share),
        ending: mostly(fc.constant('wait' as const), 6, fc.constantFrom('end', 'leave', 'reset')),
        leavesAfter: fc.nat(5),
      })
    : fc.record({
        requests: fc.tuple(sent(uses, hugeWeight)),
        isPipelined: fc.constant(false),
        writes: fc.constant(1),
        ending: fc.constant('wait' as const),
        leavesAfter: fc.constant(0),
      })

const status = fc.oneof(
  fc.constantFrom(200, 204, 304, 401, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }),
)

const failure: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    'network-error',
    'no-answer',
    'cut-short',
    'malformed-json',
    'empty-body',
    'wrong-shape',
  ),
  fc.record(
    {
      status,
      body: fc.oneof(
        fc.string(),
        fc.jsonValue({ maxDepth: 3 }),
        size(40_000).map(length => 'x'.repeat(length)),
      ),
      headers: fc.dictionary(
        fc.constantFrom(
          'retry-after',
          'connection',
          'content-type',
          'set-cookie',
          'x-a',
          'location',
        ),
        fc.constantFrom('1', 'close', 'text/plain', ''),
      ),
    },
    { requiredKeys: ['status'] },
  ),
)

const match = fc.constantFrom(undefined, { name: 'Aloe' }, { tag: 'none' }, { id: 7 })

const control: Arbitrary<Control> = fc.oneof(
  fc
    .record({ failure, times: fc.integer({ min: 1, max: 4 }), skip: fc.nat(3), match })
    .map((body): Control => ['POST', '/failures', body]),
  fc.record({ match }).map((body): Control => ['POST', '/holds', body]),
  fc
    .record(
      {
        latency: fc.tuple(fc.nat(2), fc.integer({ min: 2, max: 6 })),
        failureRate: fc.constantFrom(0, 0, 0.3),
        duplicateIds: fc.constantFrom('accept', 'reject'),
        unknownFields: fc.constantFrom('ignore', 'reject'),
      },
      { requiredKeys: [] },
    )
    .map((body): Control => ['PUT', '/settings', body]),
)

const change: Arbitrary<Control> = fc.oneof(
  { weight: 5, arbitrary: control },
  { weight: 2, arbitrary: fc.constant<Control>(['POST', '/reset', undefined]) },
  { weight: 2, arbitrary: fc.constant<Control>(['DELETE', '/failures', undefined]) },
)

/** Steps of one trial. A step in which many clients do the same is rare, and weighs at most 300 MB. */
export const steps = (classes: readonly Class[], length: number): Arbitrary<readonly Step[]> => {
  const uses = (name: Class) => classes.includes(name)
  const some = (one: Arbitrary<Control>, weight: number) =>
    uses('control')
      ? mostly(fc.constant<Control[]>([]), weight, fc.array(one, { maxLength: 3 }))
      : fc.constant([])
  const step: Arbitrary<Step> = fc.record({
    before: some(change, 1),
    connections: fc.array(connection(uses), { minLength: 1, maxLength: 24, size: 'max' }),
    times: fc.constant<number>(1),
    during: some(change, 5),
    release: mostly(fc.constant(undefined), 3, failure),
  })
  const flood: Arbitrary<Step> = fc.record({
    before: fc.constant([]),
    connections: fc.tuple(connection(name => uses(name) && name !== 'framing', 100)),
    times: fc.integer({ min: 1, max: 400 }),
    during: fc.constant([]),
    release: fc.constant(undefined),
  })
  return fc.array(mostly(step, 60, flood), { minLength: 1, maxLength: length, size: 'max' })
}
