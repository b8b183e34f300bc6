// Serves the folder as it is, like any web server: no bundler is involved.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'
import process from 'node:process'

createServer(async ({ url }, response) => {
  const { pathname } = new URL(url, 'http://localhost')
  const file = normalize(pathname === '/' ? '/index.html' : pathname)
  const content = await readFile(join('.', file)).catch(() => undefined)
  const type = /\.m?js$/.test(file) ? 'text/javascript' : 'text/html'
  response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content)
}).listen(process.env.PORT)
