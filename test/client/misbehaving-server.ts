import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { successStatus } from '../../generated/contract.ts'

export interface MisbehavingServer extends AsyncDisposable {
  url: string
  /** Each connection, in order. */
  sockets: Socket[]
}

/** A TCP server that knows no HTTP: what is written to a socket is up to the test. */
export async function misbehavingServer(
  misbehave: (socket: Socket) => unknown,
): Promise<MisbehavingServer> {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket)
    socket.on('error', () => {}) // the client may reset, too
    misbehave(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Misbehaves once the whole request has arrived. */
export const onceAsked =
  (misbehave: (socket: Socket) => unknown) =>
  (socket: Socket): void => {
    let request = ''
    socket.on('data', data => {
      request += data
      if (request.endsWith('}')) misbehave(socket)
    })
  }

export const head = (...headers: string[]): string =>
  [`HTTP/1.1 ${successStatus} OK`, 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  )
