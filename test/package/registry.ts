import { readFile } from 'node:fs/promises'
import { type Listening, listen } from '../harness/listen.ts'
import { run } from '../harness/shell.ts'

/** A registry as it will be once the tarball is published; what else is asked for, npm's own has. */
export async function registryWith(tarball: string): Promise<Listening> {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'))
  const upstream = (await run('.', 'npm', 'config', 'get', 'registry')).trim()
  return listen(async (request, response) => {
    const { url = '' } = request
    if (url === '/tarball.tgz') return response.end(await readFile(tarball))
    if (url !== `/${manifest.name}`)
      return response.writeHead(302, { location: new URL(url.slice(1), upstream).href }).end()
    const { name, version } = manifest
    const dist = { tarball: `http://${request.headers.host}/tarball.tgz` }
    const versions = { [version]: { ...manifest, dist } }
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  })
}
