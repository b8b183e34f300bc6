// Which tokens are taken out of what, and what is left of the rest.
import { describe, expect, test } from 'vitest'
import { added, clientOf, monstera } from './stub-fetch.ts'

const shown = '[access token]'
const page = async (accessToken: string, body: string) => {
  const { client } = clientOf(new Response(body, { status: 502 }), { accessToken })
  const { error } = await client.addPlant(monstera)
  if (error?.kind !== 'unexpected-response') throw error ?? new Error('added')
  return error.body
}

describe('In a body', () => {
  test('a token of 8 characters is taken out, wherever it is', async () => {
    expect(await page('12345678', '12345678 and x12345678x')).toBe(`${shown} and x${shown}x`)
  })

  test('a shorter one may be an ordinary word, and is left', async () => {
    expect(await page('garbled', 'It was garbled.')).toBe('It was garbled.')
  })

  test('also as part of a URL', async () => {
    const body = 'See /login?token=a%2Bb%2Fc%3Dd%3D%3D and a+b/c=d==.'
    expect(await page('a+b/c=d==', body)).toBe(`See /login?token=${shown} and ${shown}.`)
  })
})

describe('Escaped', () => {
  test.each([
    ['for JSON, as PHP does', 'Sec\\/ret+Token=='],
    ['for JSON, as .NET does', 'Sec/ret\\u002BToken\\u003D\\u003d'],
    ['for a URL', 'Sec%2Fret%2BToken%3D%3D'],
    ['for a URL, in lower case', 'Sec%2fret%2bToken%3d%3d'],
    ['for a URL, in part', 'Sec/ret%2BToken=='],
    ['for HTML', 'Sec/ret&#43;Token=='],
    ['for HTML, by the hexadecimal code', 'Sec&#x2F;ret&#x2b;Token=='],
  ])('%s', async (_how, echoed) => {
    expect(await page('Sec/ret+Token==', `{"detail":"Bearer ${echoed} is not valid"}`)).toBe(
      `{"detail":"Bearer ${shown} is not valid"}`,
    )
  })

  test('what is only like a token is left', async () => {
    const similar = 'Sec-ret+Token== and Sec/ret Token=='
    expect(await page('Sec/ret+Token==', similar)).toBe(similar)
  })

  test('every character that a token may have', async () => {
    const all = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('')
    expect(await page(all, `<${all}>`)).toBe(`<${shown}>`)
    expect(await page(all, `<${encodeURIComponent(all)}>`)).toBe(`<${shown}>`)
  })
})

/** What a call makes of an exception that fetch threw. */
async function causeOf(makeThrown: (token: string) => unknown): Promise<unknown> {
  const accessToken = 'a-token-of-the-service'
  const fetch = () => Promise.reject(makeThrown(accessToken))
  const { client } = clientOf(added(), { accessToken, fetch })
  const { error } = await client.addPlant(monstera)
  expect(error?.message).not.toContain(accessToken)
  return error?.cause
}

describe('In a cause', () => {
  test.each<[string, (token: string) => unknown]>([
    ['the message', token => new Error(`Bearer ${token}`)],
    ['a field', token => Object.assign(new Error('no'), { sent: { headers: [token] } })],
    ['a hidden field', token => Object.defineProperty(new Error('no'), 'sent', { value: token })],
    ['the cause', token => new Error('no', { cause: new Error(token) })],
    ['a string', token => token],
    ['the name of a field', token => Object.assign(new Error('no'), { [token]: 1 })],
    [
      'a field under a symbol',
      token => Object.assign(new Error('no'), { [Symbol('sent')]: token }),
    ],
    ['the name of a symbol', token => Object.assign(new Error('no'), { [Symbol(token)]: 1 })],
    [
      'a field of a function',
      token => Object.assign(new Error('no'), { send: Object.assign(() => {}, { sent: token }) }),
    ],
    ['a Map', token => Object.assign(new Error('no'), { sent: new Map([['key', token]]) })],
    ['a Set', token => Object.assign(new Error('no'), { sent: new Set([token]) })],
    ['Headers', token => Object.assign(new Error('no'), { sent: new Headers({ key: token }) })],
    [
      'a URL',
      token => Object.assign(new Error('no'), { sent: new URL(`https://a.test/${token}`) }),
    ],
    [
      'a Request',
      token => {
        const sent = new Request('https://a.test', { headers: { authorization: token } })
        return Object.assign(new Error('no'), { sent })
      },
    ],
    [
      'a field after one that leads back',
      token => {
        const error = new Error('no')
        return Object.assign(error, { itself: error, sent: token })
      },
    ],
  ])('a token in %s: an error with the words of the first, without it', async (_name, make) => {
    const cause = await causeOf(make)
    expect(cause).toBeInstanceOf(Error)
    expect(Reflect.ownKeys(cause as Error).toSorted()).toEqual(['message', 'stack'])
    const { message } = cause as Error
    expect(message === 'no' || message.includes(shown)).toBe(true)
  })

  test('none: the cause is what was thrown', async () => {
    const sent = { headers: ['a-token'] }
    const functions = [() => {}, async () => {}, class One {}]
    const exception = new DOMException('no')
    const thrown = Object.assign(new Error('no'), { sent, functions, exception })
    expect(await causeOf(() => thrown)).toBe(thrown)
  })

  test('a getter is not called', async () => {
    let calls = 0
    const thrown = Object.defineProperty(new Error('no'), 'sent', { get: () => void calls++ })
    expect(await causeOf(() => thrown)).toBe(thrown)
    expect(calls).toBe(0)
  })

  test('one that leads to very much is not searched whole: an error with its words', async () => {
    let searched = 0
    const ownKeys = () => {
      searched++
      return []
    }
    const all = Array.from({ length: 20_000 }, () => new Proxy({}, { ownKeys }))
    const cause = await causeOf(() => Object.assign(new Error('no'), { all }))
    expect(cause).toStrictEqual(new Error('no'))
    expect(cause).not.toHaveProperty('all')
    expect(searched).toBeLessThan(10_000)
  })

  test('nor is one with very many fields', async () => {
    const rows = Array(20_000).fill('row')
    const cause = await causeOf(() => Object.assign(new Error('no'), { rows }))
    expect(cause).not.toHaveProperty('rows')
    expect(cause).toStrictEqual(new Error('no'))
  })
})
