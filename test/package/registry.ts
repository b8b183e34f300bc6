import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { run } from '../harness/shell.ts'

/** A registry as it will be once the tarball is published; what else is asked for, npm's own has. */
export async function registryWith(tarball: string): Promise<{ url: string; close(): void }> {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'))
  const upstream = (await run('.', 'npm', 'config', 'get', 'registry')).trim()
  const server = createServer(async (request, response) => {
    const { url = '' } = request
    if (url === '/tarball.tgz') return response.end(await readFile(tarball))
    if (url !== `/${manifest.name}`)
      return response.writeHead(302, { location: new URL(url.slice(1), upstream).href }).end()
    const { name, version } = manifest
    const dist = { tarball: `http://${request.headers.host}/tarball.tgz` }
    const versions = { [version]: { ...manifest, dist } }
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
