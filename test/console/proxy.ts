import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy that changes the origin: it passes on that of its own public name, and no `Sec-Fetch-Site`, which would tell
 * that the page is the mock's own.
 */
export async function startProxy(
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const { 'sec-fetch-site': _site, ...others } = headers
    const host = `127.0.0.1:${port}`
    const origin = headers.origin && { origin: 'https://app.example' }
    incoming.pipe(
      request({ port, method, path, headers: { ...others, host, ...origin } }, answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }).on('error', () => outgoing.destroy()),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
