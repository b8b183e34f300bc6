import { request } from 'node:http'
import { type Listening, listen } from '../harness/listen.ts'

/**
 * A proxy in front of an application, as development servers have it: paths that begin with one of the prefixes go to
 * the mock, and everything else is answered with the application.
 */
export const startProxy = (
  port: number,
  { prefixes = ['/'] }: { prefixes?: string[] } = {},
): Promise<Listening> =>
  listen((incoming, outgoing) => {
    const { method, url: path = '', headers } = incoming
    if (!prefixes.some(prefix => path.startsWith(prefix))) {
      outgoing.setHeader('content-type', 'text/html')
      outgoing.end('<!doctype html><title>The application</title>')
      return
    }
    incoming.pipe(
      request({ port, method, path, headers }, answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }).on('error', () => outgoing.destroy()),
    )
  })
