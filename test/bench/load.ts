// Sends plants over raw keep-alive connections: it costs less than any server that it measures.
import { connect, type Socket } from 'node:net'
import { answerEach, CLIENT, type Worker, worker } from './processes.ts'

const CONNECTIONS = 32

export interface Load {
  port: number
  /** The first id; each request has the next. */
  from: number
  /** Ends with the time, in milliseconds, or with the number of requests. */
  ms?: number
  requests?: number
  /** How many sessions are named in turn, and how: without `by` none is. */
  sessions?: number
  by?: 'header' | 'prefix'
}

export interface Sent {
  requests: number
  perSecond: number
  ms: number
  /** The share of the time for which the sender itself was at work. */
  busy: number
}

/** The first id of all: ids have ten digits, so that every request is as long. */
export const FIRST_ID = 1_000_000_000

/** The request that every server is sent, in a session if there is one. */
function request(port: number, id: number, session?: string, by?: Load['by']): string {
  const body = `{"id":${id},"name":"Monstera","tag":"tropical"}`
  return [
    `POST ${by === 'prefix' ? `/~${session}` : ''}/plants HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Authorization: Bearer token',
    'Accept: application/json',
    ...(by === 'header' ? [`X-Mock-Session: ${session}`] : []),
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

/** In a process of its own; `ask` takes a `Load` and gives what was `Sent`. */
export const loadGenerator = (): Worker => worker(import.meta.filename, { core: CLIENT })

/** Throws at the first answer that is no 200. */
async function send(load: Load): Promise<Sent> {
  const { port, from, ms = Infinity, requests = Infinity, sessions = 1, by } = load
  const parts = Array.from({ length: sessions }, (_, index) =>
    request(port, FIRST_ID, `session-${index}`, by).split(String(FIRST_ID)),
  )
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(port)))
  const cpu = process.cpuUsage()
  const started = performance.now()
  const end = started + ms
  let sent = 0
  let answered = 0
  await Promise.all(
    sockets.map(
      socket =>
        new Promise<void>((resolve, reject) => {
          const next = () => {
            if (sent === requests || performance.now() > end) return resolve()
            const [head = '', tail = ''] = parts[sent % sessions] ?? []
            socket.write(head + (from + sent++) + tail, 'latin1')
          }
          let text = ''
          socket.on('data', chunk => {
            text += chunk.toString('latin1')
            if (!isWhole(text)) return
            if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(`${port}: ${text}`))
            text = ''
            answered++
            next()
          })
          socket.on('error', reject)
          socket.on('close', () => reject(new Error(`${port} closed a connection`)))
          next()
        }),
    ),
  )
  const took = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  return {
    requests: answered,
    perSecond: (answered / took) * 1_000,
    ms: took,
    busy: (user + system) / 1_000 / took,
  }
}

const opened = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

/** Whether an answer has come to its end, by its length or by its last chunk. */
function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1]
  return length ? text.length >= head + 4 + Number(length) : text.endsWith('\r\n0\r\n\r\n')
}

if (import.meta.main) answerEach(send)
