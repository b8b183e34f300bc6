// A signal is an option like the others: what is no signal is `invalid-request` and says so. One that
// misbehaves neither makes a call reject nor leaves a rejection behind. Guarding neighbours, right in
// 0.1.0 too: a signal without a `reason`, the plain wrong values of the first table, and an abort
// with any reason.
import { describe, expect, test } from 'vitest'
import { added, clientOf, monstera, neverAnswers, refused } from '../stub-fetch.ts'
import { revokedProxy, thrownValues } from './hostile-values.ts'

const add = (
  signal: unknown,
  answer: Parameters<typeof clientOf>[0] = added(),
  timeout = 20_000,
) => {
  const { client, sent } = clientOf(answer)
  const options = { signal: signal as AbortSignal, timeout }
  return { result: client.addPlant(monstera, options), sent }
}
const throwing = () => {
  throw new Error('the signal threw')
}
const listener = { addEventListener() {}, removeEventListener() {} }
const getter = (key: string, rest: object = {}) =>
  Object.defineProperty({ ...rest }, key, { get: throwing, enumerable: true })

const noSignals: [string, () => unknown][] = [
  ['null', () => null],
  ['a string', () => 'no'],
  ['false', () => false],
  ['an empty object', () => ({})],
  ['nothing but aborted', () => ({ aborted: false })],
  ['nothing but aborted, and true', () => ({ aborted: true, reason: 'left' })],
  ['nothing but listeners', () => ({ ...listener })],
  ['aborted as a string', () => ({ ...listener, aborted: 'no' })],
  ['an addEventListener that is no function', () => ({ aborted: false, addEventListener: true })],
  ['aborted that throws', () => getter('aborted', listener)],
  [
    'an addEventListener that throws when read',
    () => getter('addEventListener', { aborted: false }),
  ],
  [
    'an addEventListener that throws when called',
    () => ({ ...listener, aborted: false, addEventListener: throwing }),
  ],
  ['an AbortController', () => new AbortController()],
  ['an EventTarget', () => new EventTarget()],
  ['a revoked proxy', revokedProxy],
]

describe('No signal', () => {
  test.each(noSignals)('%s', async (_name, make) => {
    const { result, sent } = add(make())
    const { error } = await result
    if (error?.kind !== 'invalid-request') throw error ?? new Error('sent')
    expect(error.issues).toEqual([
      { path: ['options', 'signal'], message: 'must be an AbortSignal' },
    ])
    expect(error.mayHaveBeenAdded).toBe(false)
    expect(sent).toHaveLength(0)
  })
})

/** A signal that a test fires by hand; `rest` is what is odd about it. */
function double(rest: object = {}) {
  const listeners = new Set<() => void>()
  const signal = {
    aborted: false,
    addEventListener: (_type: string, heard: () => void) => void listeners.add(heard),
    removeEventListener: (_type: string, heard: () => void) => void listeners.delete(heard),
  }
  Object.defineProperties(signal, Object.getOwnPropertyDescriptors(rest))
  const fire = () => {
    signal.aborted = true
    for (const heard of [...listeners]) heard()
  }
  return { signal, fire, listeners }
}

const odd: [string, object][] = [
  ['no removeEventListener', { removeEventListener: undefined }],
  ['a removeEventListener that throws', { removeEventListener: throwing }],
  ['a removeEventListener that throws when read', getter('removeEventListener')],
  ['a reason that throws', getter('reason')],
  ['no reason', {}],
]

describe.each(odd)('A signal with %s', (_name, rest) => {
  test('a call that succeeds, and an abort that comes later', async () => {
    const { signal, fire } = double(rest)
    const { result } = add(signal)
    expect((await result).ok).toBe(true)
    fire()
  })

  test('a call that is refused, and one that is not sent', async () => {
    const { signal } = double(rest)
    expect((await add(signal, refused(400)).result).error?.kind).toBe('api')
    const { client } = clientOf(added())
    const { error } = await client.addPlant({ id: 0.5, name: '' }, { signal: signal as never })
    expect(error?.kind).toBe('invalid-request')
  })

  test('a call that times out', async () => {
    const { result } = add(double(rest).signal, neverAnswers, 50)
    expect((await result).error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
  })

  test('an abort during the call, heard twice', async () => {
    const { signal, fire } = double(rest)
    const { result } = add(signal, one => {
      queueMicrotask(fire)
      queueMicrotask(fire)
      return neverAnswers(one)
    })
    expect((await result).error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  })

  test('an abort before the call', async () => {
    const { signal, fire } = double(rest)
    fire()
    const { result, sent } = add(signal)
    expect((await result).error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(0)
  })
})

test('a signal whose methods are async, and reject: no rejection is left behind', async () => {
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  const rejects = async () => throwing()
  const signal = { aborted: false, addEventListener: rejects, removeEventListener: rejects }
  process.on('unhandledRejection', note)
  try {
    expect((await add(signal).result).ok).toBe(true)
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  } finally {
    process.off('unhandledRejection', note)
  }
  expect(rejections).toEqual([])
})

test('a signal that fires while it is listened to', async () => {
  const signal = { aborted: false, addEventListener: (_type: string, heard: () => void) => heard() }
  const { result, sent } = add(signal)
  expect((await result).error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: false })
  expect(sent).toHaveLength(0)
})

test.each(thrownValues)('an abort whose reason is %s', async (_name, make) => {
  const reason = make()
  const controller = new AbortController()
  const { result } = add(controller.signal, one => {
    queueMicrotask(() => controller.abort(reason))
    return neverAnswers(one)
  })
  const { error } = await result
  expect(error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
  if (reason !== undefined) expect(Object.is(error?.cause, reason)).toBe(true)
})
