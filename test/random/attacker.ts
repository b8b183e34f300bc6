// Random requests of mutated shapes, for a server that should survive all of them.
import { once } from 'node:events'
import { connect } from 'node:net'
import { successStatus } from '../../generated/contract.ts'
import { createRandom } from '../../mock/store/random.ts'

const SESSIONS = [undefined, undefined, 'a', 'b', 'team-1']

const JSON_TYPE = { 'content-type': 'application/json' }

const FAILURES = [
  '"network-error"',
  '"no-answer"',
  '"cut-short"',
  '"malformed-json"',
  '"empty-body"',
  '"wrong-shape"',
  '{"status":503,"headers":{"retry-after":"1"}}',
  '{"status":418,"body":{"a":[1,2,{"b":9007199254740993}]}}',
  `{"status":${successStatus},"headers":{"content-length":"1"}}`,
  '{"status":99}',
]

/** Bodies that cost a careless server much. */
const HEAVY = [
  `[${'{},'.repeat(300_000)}0]`,
  `[${'1e399,'.repeat(150_000)}0]`,
  '['.repeat(1_000_000),
  `{"id":1,"name":"${'\\n'.repeat(500_000)}"}`,
  ' '.repeat(1_048_577),
]

/** An attacker of one server. The same seed sends the same requests. */
export class Attacker {
  readonly #port: number
  readonly #random: () => number
  #nextId = 1_000
  /** How long it waits for an answer: some requests are held, or get none. */
  #patience = 500
  /** The plants that were answered with a success, by session. */
  readonly added: { session: string; id: number }[] = []

  constructor(port: number, seed: number) {
    this.#port = port
    this.#random = createRandom(seed)
  }

  /** Sends one random request. It never throws. */
  async attack(): Promise<void> {
    const attacks = [
      ...Array(6).fill(() => this.#addPlant()),
      ...Array(4).fill(() => this.#sendMutated()),
      ...Array(2).fill(() => this.#sendBytes()),
      ...Array(3).fill(() => this.#control()),
      () => this.#leaveUnread(),
    ]
    const send = this.#random() < 0.005 ? () => this.#sendHeavy() : this.#pick(attacks)
    await send().catch(() => {})
  }

  /** Ends everything that could keep the next request from a response. */
  async calmDown(): Promise<void> {
    this.#patience = 20_000
    for (const session of new Set(SESSIONS)) {
      await this.#fetch('/__mock/failures', { method: 'DELETE', headers: JSON_TYPE }, session)
      const body = '{"latency":0,"failureRate":0}'
      await this.#fetch('/__mock/settings', { method: 'PUT', headers: JSON_TYPE, body }, session)
      await this.#releaseHolds(session)
    }
  }

  /** An attack may have given up before it learned of its hold, so the mock is asked for all of them. */
  async #releaseHolds(session: string | undefined): Promise<void> {
    for (;;) {
      const { holds = [] } = await (await this.#fetch('/__mock/health', {}, session)).json()
      if (holds.length === 0) return
      for (const { id } of holds) {
        const release = await this.#fetch(
          `/__mock/holds/${id}/release`,
          { method: 'POST', headers: JSON_TYPE },
          session,
        )
        await release.arrayBuffer()
      }
    }
  }

  #pick = <T>(items: readonly T[]): T => items[Math.floor(this.#random() * items.length)] as T

  #fetch(path: string, init: RequestInit = {}, session?: string): Promise<Response> {
    const headers = { ...init.headers, ...(session && { 'x-mock-session': session }) }
    const url = `http://127.0.0.1:${this.#port}${path}`
    return fetch(url, { ...init, headers, signal: AbortSignal.timeout(this.#patience) })
  }

  #post(body: BodyInit, session?: string): Promise<Response> {
    const headers = { ...JSON_TYPE, authorization: 'Bearer token' }
    return this.#fetch('/plants', { method: 'POST', headers, body }, session)
  }

  async #addPlant(): Promise<void> {
    const id = this.#nextId++
    const session = this.#pick(SESSIONS)
    const name = `plant ${id}`
    const response = await this.#post(JSON.stringify({ id, name }), session)
    const text = await response.text()
    // A failure may be a success too, but not with this name.
    if (response.status === successStatus && text === JSON.stringify({ name }))
      this.added.push({ session: session ?? '', id })
  }

  async #sendMutated(): Promise<void> {
    const bytes = [...Buffer.from('{"id":9007199254740993,"name":"Monstera \\u00e9","tag":[{}]}')]
    for (let count = Math.floor(this.#random() * 4); count >= 0; count--)
      bytes.splice(
        Math.floor(this.#random() * bytes.length),
        Math.floor(this.#random() * 3),
        ...Array.from({ length: Math.floor(this.#random() * 4) }, () =>
          Math.floor(this.#random() * 256),
        ),
      )
    await (await this.#post(Uint8Array.from(bytes), this.#pick(SESSIONS))).arrayBuffer()
  }

  async #sendHeavy(): Promise<void> {
    await (await this.#post(this.#pick(HEAVY), this.#pick(SESSIONS))).arrayBuffer()
  }

  /** A head and a body that are mutated, cut short, or sent slowly. */
  async #sendBytes(): Promise<void> {
    const lines = [
      `${this.#pick(['POST', 'GET', 'OPTIONS', 'HEAD', 'TRACE', 'PO ST', 'CONNECT'])} ${this.#pick(['/plants', '/__mock/requests', '*', 'http://a/plants', '/~a/plants', '/\x01'])} HTTP/1.${this.#pick(['0', '1', '9'])}`,
      `Host: ${this.#pick(['localhost', 'evil.example', '[::1', ''])}`,
      this.#pick([
        'Content-Length: 5',
        'Transfer-Encoding: chunked',
        'Content-Length: 1e9',
        'X: y',
      ]),
      this.#pick(['Connection: close', 'Expect: 100-continue', 'Upgrade: websocket', 'X: \x80']),
      this.#pick(['Authorization: Bearer token', 'Authorization: Bearer a b', 'Cookie: a=b']),
    ]
    const text = `${lines.join('\r\n')}\r\n\r\n${this.#pick(['', '{"id"', '5\r\n{"id"\r\n', 'zz\r\n'])}`
    const length = Math.floor(this.#random() * 2 * text.length)
    const socket = connect(this.#port, '127.0.0.1').on('error', () => {})
    socket.write(text.slice(0, length), 'latin1')
    socket.setTimeout(100, () => socket.destroy())
    if (this.#random() < 0.3) socket.end()
    socket.resume()
    await once(socket, 'close')
  }

  async #control(): Promise<void> {
    const session = this.#pick(SESSIONS)
    const [method, path, body] = this.#pick([
      ['POST', '/failures', `{"failure":${this.#pick(FAILURES)},"times":2}`],
      [
        'POST',
        '/failures',
        `{"failure":{"status":500,"body":${'['.repeat(300)}${']'.repeat(300)}}}`,
      ],
      ['DELETE', '/failures', undefined],
      ['PUT', '/settings', `{"latency":[0,${Math.floor(this.#random() * 5)}],"failureRate":0.05}`],
      ['PUT', '/settings', '{"latency":-1}'],
      ['POST', '/holds', '{}'],
      ['POST', '/holds/1/release', '{}'],
      ['GET', '/plants?last=10', undefined],
      ['GET', '/requests?last=10', undefined],
      ['GET', '/health', undefined],
      ['PATCH', '/nothing', '{}'],
    ])
    const init = { method, headers: JSON_TYPE, ...(body !== undefined && { body }) }
    await (await this.#fetch(`/__mock${path}`, init, session)).arrayBuffer()
  }

  /** Asks for a long response, and reads none of it. */
  async #leaveUnread(): Promise<void> {
    const path = this.#pick(['/__mock/changes', '/__mock/plants', '/__mock/requests'])
    const socket = connect(this.#port, '127.0.0.1').on('error', () => {})
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    setTimeout(() => socket.destroy(), 1_000).unref()
    await once(socket, 'connect')
  }
}
