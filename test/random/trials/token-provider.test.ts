// Random calls of two clients that share a provider, of a service that rotates its tokens, whose sign-in uses up a
// refresh token each time, is slow, fails or hangs. TRIAL_SEED=… repeats what is random, but for timing.
import { setTimeout as pause } from 'node:timers/promises'
import { createTokenProvider, PlantStoreClient } from 'plant-store-client'
import { expect, test } from 'vitest'
import { createRandom } from '../../../mock/store/random.ts'
import { added, refused } from '../../client/stub-fetch.ts'

const ROUNDS = process.env.MODE === 'long' ? 240 : 40
const CALLS = 60
const TIMEOUT = 40

interface SignIn {
  startedAt: number
  endedAt: number
  /** How it ended: with a token, with an error, or not yet. */
  end: 'token' | 'failed' | 'pending'
  rejected: string | undefined
}

interface Round {
  wrong: string[]
  signIns: SignIn[]
  ok: number
  aborted: number
  rejections: number
}

/** One user: an account whose sessions the identity provider ends if a refresh token is used twice. */
async function playRound(user: string, random: () => number): Promise<Round> {
  const wrong: string[] = []
  const signIns: SignIn[] = []
  let valid = ''
  let rejections = 0
  const upTo = (ms: number) => Math.floor(random() * ms)

  async function signIn({ rejected }: { rejected?: string }): Promise<string> {
    const startedAt = performance.now()
    const one: SignIn = { startedAt, endedAt: Infinity, end: 'pending', rejected }
    const before = signIns.at(-1)
    // The clock of the provider began a moment before.
    if (before?.end === 'pending' && startedAt - before.startedAt < TIMEOUT - 10)
      wrong.push('a sign-in began while another was under way')
    if (before?.end === 'token' && rejected === undefined)
      wrong.push('a sign-in began though there was a token that nothing had rejected')
    if (rejected !== undefined && rejected === valid)
      wrong.push('a sign-in began for a token that is valid')
    if (rejected !== undefined && !rejected.startsWith(`${user}-`))
      wrong.push(`${user} was told of ${rejected}`)
    signIns.push(one)
    const number = signIns.length
    const chance = random()
    if (chance < 0.1)
      await pause(TIMEOUT * 3) // it outlives its timeout
    else if (chance < 0.8) await pause(upTo(15))
    one.endedAt = performance.now()
    if (chance >= 0.8 && chance < 0.9) {
      one.end = 'failed'
      throw new Error('offline')
    }
    one.end = 'token'
    // Of two that overlap, the service takes the newest for the session.
    if (number === signIns.length) valid = `${user}-${number}`
    return `${user}-${number}`
  }

  const fetch = async (_url: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? ''
    if (!token.startsWith(`${user}-`)) wrong.push(`${user} sent ${token}`)
    const isValid = token === valid
    if (!isValid) rejections++
    await pause(upTo(10)) // so that some rejections are late
    return isValid ? added() : refused(401)
  }

  const accessToken = createTokenProvider(signIn, { timeout: TIMEOUT })
  const clients = [0, 1].map(
    () => new PlantStoreClient({ baseUrl: 'https://a.test', accessToken, fetch, timeout: 2_000 }),
  )
  const results = await Promise.all(
    Array.from({ length: CALLS }, async (_, id) => {
      await pause(upTo(150))
      if (random() < 0.06) valid = '' // the service ends the session
      const controller = new AbortController()
      if (random() < 0.2) setTimeout(() => controller.abort(), upTo(20))
      const timeout = random() < 0.1 ? 5 : 2_000
      const options = { signal: controller.signal, timeout }
      return clients[id % 2]?.addPlant({ id, name: 'Monstera' }, options)
    }),
  )
  const kinds = results.map(result => result?.error?.kind ?? 'ok')
  const count = (kind: string) => kinds.filter(one => one === kind).length
  return {
    wrong,
    signIns,
    ok: count('ok'),
    aborted: count('aborted') + count('timeout'),
    rejections,
  }
}

test('never two sign-ins at once, unless one outlived its timeout; none that is needless; no token of another user', async () => {
  const seed = Number(process.env.TRIAL_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const random = createRandom(seed)
  const seen = { ok: 0, aborted: 0, rejections: 0, failed: 0, overdue: 0 }
  for (let round = 0; round < ROUNDS; round += 8) {
    const users = Array.from({ length: 8 }, (_, user) => playRound(`user${round + user}`, random))
    for (const { wrong, signIns, ok, aborted, rejections } of await Promise.all(users)) {
      expect(wrong, `TRIAL_SEED=${seed}`).toEqual([])
      seen.ok += ok
      seen.aborted += aborted
      seen.rejections += rejections
      seen.failed += signIns.filter(({ end }) => end === 'failed').length
      seen.overdue += signIns.filter(one => one.endedAt - one.startedAt > TIMEOUT).length
    }
  }
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
}, 900_000)
