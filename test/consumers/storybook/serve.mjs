// Serves what was built, the story first.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'
import process from 'node:process'

createServer(async ({ url }, response) => {
  const { pathname } = new URL(url, 'http://localhost')
  if (pathname === '/') {
    response.writeHead(302, { location: '/iframe.html?id=plants--added&viewMode=story' }).end()
    return
  }
  const file = normalize(pathname)
  const content = await readFile(join('storybook-static', file)).catch(() => undefined)
  const type = file.endsWith('.js') ? 'text/javascript' : 'text/html'
  response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content)
}).listen(process.env.PORT)
