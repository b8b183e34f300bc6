import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of loopback. */
export interface Listening extends AsyncDisposable {
  url: string
  port: number
  close(): Promise<void>
}

export async function listen(handle: RequestListener): Promise<Listening> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise(resolve => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, port, close, [Symbol.asyncDispose]: close }
}

/** Below the ports that systems choose, and of each process its own, so that nothing takes one meanwhile. */
let nextPort = 20_000 + ((process.pid * 16) % 10_000)

/** A port of loopback where nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort++
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise(resolve => server.close(resolve))
    return port
  }
}
