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
}

export interface Sent {
  requests: number
  ms: number
}

/** The first id of all: ids have ten digits, so that every request is as long. */
export const FIRST_ID = 1_000_000_000

/** The request that every server is sent. */
function request(port: number, id: number): string {
  const body = `{"id":${id},"name":"Monstera","tag":"tropical"}`
  return [
    'POST /plants HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Authorization: Bearer token',
    'Accept: application/json',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

/** In a process of its own; `ask` takes a `Load` and gives what was `Sent`. */
export const loadGenerator = (): Worker => worker(import.meta.filename, { core: CLIENT })

/** Throws at the first response that is not a 200. */
async function send(load: Load): Promise<Sent> {
  const { port, from, ms = Infinity, requests = Infinity } = load
  const [head = '', tail = ''] = request(port, FIRST_ID).split(String(FIRST_ID))
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(port)))
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
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  return { requests: answered, ms: took }
}

const opened = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

/** Whether a response is complete, by its length or by its last chunk. */
function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1]
  return length ? text.length >= head + 4 + Number(length) : text.endsWith('\r\n0\r\n\r\n')
}

if (import.meta.main) answerEach(send)
