// For servers: one client in module scope, and each request has a user of its own. test/random/trials tries users,
// tokens and times at random.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { hangs, turns } from './later.ts'
import { add, added, clientOf, refused, type Sent } from './stub-fetch.ts'

/** Holds the name of the user whose request is handled, as Next's `cookies()` and SvelteKit's `locals` do. */
const session = new AsyncLocalStorage<string>()
const tokenOf = (user: string) => `token-of-${user}`
const users = ['alice', 'bob', 'carol']

/** The token that each plant was sent with, by the plant's name. */
const tokens = (sent: readonly Sent[]) =>
  Object.fromEntries(sent.map(({ init, token }) => [JSON.parse(String(init.body)).name, token]))

/** Every user adds a plant named after them, all at the same time. */
const addForEach = (client: PlantStoreClient) =>
  Promise.all(users.map(user => session.run(user, () => client.addPlant({ id: 1, name: user }))))

const own = Object.fromEntries(users.map(user => [user, tokenOf(user)]))

describe('One client for all users, whose token function asks whose request is handled', () => {
  test('the answer to a first request for a token goes to no other call: one failed sign-in fails no other', async () => {
    const { client } = clientOf(added(), {
      accessToken: async () => {
        const user = session.getStore() ?? 'nobody'
        await turns()
        if (user === 'bob') throw new Error('bob is signed out')
        return tokenOf(user)
      },
    })
    const results = await addForEach(client)
    expect(results.map(({ error }) => error?.kind)).toEqual([undefined, 'access-token', undefined])
  })

  test('all are rejected with one shared key: each is refreshed for themselves, and sends their own token', async () => {
    const { client, sent } = clientOf(
      ({ token }) => (token === 'anonymous' ? refused(401) : added()),
      {
        accessToken: async ({ rejected }) => {
          if (!rejected) return 'anonymous'
          await turns()
          return tokenOf(session.getStore() ?? 'nobody')
        },
      },
    )
    await addForEach(client)
    expect(tokens(sent)).toEqual(own)
  })
})

describe('With a token for each call', () => {
  test('accessToken, passed to a single call: every plant is sent with the token of its own user', async () => {
    const { client, sent } = clientOf(added(), { accessToken: 'token-of-the-server' })
    await Promise.all(
      users.map(user => client.addPlant({ id: 1, name: user }, { accessToken: tokenOf(user) })),
    )
    await client.addPlant({ id: 1, name: 'server' })
    expect(tokens(sent)).toEqual({ ...own, server: 'token-of-the-server' })
  })

  test('a string is not refreshed, also where the client has a provider', async () => {
    const { sent } = await add(refused(401), { accessToken: hangs }, { accessToken: 'token' })
    expect(sent).toHaveLength(1)
  })

  test('a function is called again after a 401, for this call alone', async () => {
    const { client, sent } = clientOf(({ token }) => (token === 'none' ? refused(401) : added()), {
      accessToken: 'token-of-the-server',
    })
    const provider = (user: string) => async (context: { rejected?: string }) => {
      await turns()
      return context.rejected === 'none' ? tokenOf(user) : 'none'
    }
    await Promise.all(
      users.map(user => client.addPlant({ id: 1, name: user }, { accessToken: provider(user) })),
    )
    expect(tokens(sent)).toEqual(own)
  })
})
