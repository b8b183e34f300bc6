import { PlantStoreClient } from 'plant-store-client'
import { connectMockServer, type MockAppOptions } from 'plant-store-client/mock'
import { changesOf, firstChanges } from '../changes.ts'
import type { Transport } from '../expectations.ts'
import { holdExpectations, type Opened } from './expectations.ts'
import { equal, held, type Result } from './result.ts'

/** An app, and how to reach it. */
type OpenedApp = Omit<Opened, 'url'> & { origin: string }

/** Runs every expectation in a session, which the path names. */
export const holdSessions = (
  transport: Transport,
  open: (options: MockAppOptions, expectation: string) => OpenedApp | Promise<OpenedApp>,
): Promise<Result[]> =>
  holdExpectations('app', transport, async ({ options, name }) => {
    const opened = await open({ ...options, basePath: '/v1' }, name)
    return { ...opened, url: `${opened.origin}/~a/v1` }
  })

/** Drives the control API of sessions, over the runtime's own server if it `isHosted`, otherwise over the package's. */
export const holdAppControl = (
  origin: string,
  isHosted = true,
  /** What a client meets where a response is cut short. On Workers and Bun 1.3, its body just ends early. */
  cutShort: 'network' | 'unexpected-response' = 'network',
): Promise<Result[]> => {
  const clientOf = (session: string) =>
    new PlantStoreClient({ baseUrl: `${origin}/~${session}`, accessToken: 'token', maxRetries: 0 })

  return Promise.all([
    held('app', 'createMockApp serves { fetch }, a console, and a control API', async () => {
      const page = await fetch(`${origin}/__mock`, { headers: { 'accept-encoding': 'gzip' } })
      equal((await page.text()).slice(0, 15), '<!doctype html>')
      const mock = connectMockServer(origin, { session: 'commanded' })
      await mock.failNext({ status: 418 })
      const other = await clientOf('other').addPlant({ id: 1, name: 'Monstera' })
      equal(other.response?.status, 200)
      const { response } = await clientOf('commanded').addPlant({ id: 1, name: 'Monstera' })
      equal(response?.status, 418)
      await clientOf('commanded').addPlant({ id: 9007199254740993n, name: 'Monstera' })
      equal(await mock.plants(), [{ name: 'Monstera', id: '9007199254740993' }])
      equal((await mock.requests()).length, 2)
    }),
    held('app', 'changes of a session reach each of its listeners, and no other', async () => {
      const untilTwo = () =>
        firstChanges(changesOf(`${origin}/~heard/__mock`), ({ state }) => state.plants === 2)
      const told = Promise.all([untilTwo(), untilTwo()])
      for (const id of [1, 2]) {
        await clientOf('unheard').addPlant({ id, name: 'Monstera' })
        await clientOf('heard').addPlant({ id, name: 'Monstera' })
      }
      equal(
        (await told).map(({ state }) => [state.session, state.requests]),
        [
          ['heard', 2],
          ['heard', 2],
        ],
      )
    }),
    held('app', 'a request is held until another one releases it', async () => {
      const mock = connectMockServer(origin, { session: 'holding' })
      const hold = await mock.holdNext()
      const adding = clientOf('holding').addPlant({ id: 1, name: 'Monstera' })
      equal((await hold.arrived).inFlight, 'held')
      equal((await mock.requests()).length, 1) // meanwhile others are answered
      await hold.release()
      equal((await adding).response?.status, 200)
      equal(
        (await mock.requests()).map(({ status, inFlight }) => [status, inFlight]),
        [[200, undefined]],
      )
    }),
    held(
      'app',
      "failures of createMockApp: after 'cut-short' Workers end the body early, others close the connection; 'network-error' is their own 500",
      async () => {
        const mock = connectMockServer(origin, { session: 'failing' })
        await mock.failNext('network-error')
        const { response } = await clientOf('failing').addPlant({ id: 1, name: 'Monstera' })
        equal(response?.status, isHosted ? 500 : undefined)
        const [request] = await mock.requests()
        equal(request?.reason?.includes('with a 500 of its own: use cut-short'), isHosted)
        await mock.failNext('cut-short') // last: workerd then closes a connection that may be used again
        const { error } = await clientOf('failing').addPlant({ id: 1, name: 'Monstera' })
        equal(error?.kind, cutShort)
        if (cutShort !== 'network') equal(error?.kind === cutShort && error.response.status, 200)
      },
    ),
  ])
}
