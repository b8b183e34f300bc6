// The mock for a whole company: a Worker that leads each session to a Durable Object of its own.
import { createMockApp, createMockStore } from 'plant-store-client/mock'
import { isAuthorized } from './authorization.ts'
import { DEFAULT_SESSION, type MockSession } from './mock-session.ts'
import { optionsOf } from './options.ts'
import { isSessionName, readTarget } from './target.ts'

export { MockSession } from './mock-session.ts'

export interface Env {
  SESSIONS: DurableObjectNamespace<MockSession>
  /** The access token of everybody: `wrangler secret put MOCK_TOKEN`. Without it the mock is closed. */
  MOCK_TOKEN?: string
  /** The name under which it is deployed, in `vars` of wrangler.jsonc: console and control API answer under no other. */
  MOCK_HOST?: string
}

export default {
  async fetch(request, env) {
    const { SESSIONS, MOCK_TOKEN } = env
    if (!MOCK_TOKEN) return new Response('Set the secret MOCK_TOKEN', { status: 503 })

    const { session, isControl } = readTarget(request)
    if (!(await isAuthorized(request, MOCK_TOKEN))) {
      if (isControl) return signIn()
      // Refuses as the service does, and answers preflights. It wakes no Durable Object.
      return createMockStore({ accessTokens: [MOCK_TOKEN] }).fetch(request)
    }
    // The app refuses a wrong name. It wakes no Durable Object.
    if (session !== undefined && !isSessionName(session))
      return createMockApp(optionsOf(env)).fetch(request)
    return SESSIONS.getByName(session ?? DEFAULT_SESSION).fetch(request)
  },
} satisfies ExportedHandler<Env>

/** Makes a browser ask for the token. */
const signIn = () =>
  new Response('Send the access token as the password, with any user name', {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="Plant Store mock"' },
  })
