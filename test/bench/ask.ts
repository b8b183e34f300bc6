import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request, in so far as it is not a good one; its body byte for byte, in latin1. */
export interface Asked {
  path?: string
  method?: string
  headers?: object
  body?: string
}

export interface Said {
  status: number | undefined
  /** The names of the headers. */
  headers: string[]
  text: string
}

/** Asks a server once, over a connection of its own. */
export function answerTo(
  port: number,
  { path = '/plants', method = 'POST', headers, body = '' }: Asked,
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: false,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
    })
    sent.on('response', async response => {
      resolve({
        status: response.statusCode,
        headers: Object.keys(response.headers).sort(),
        text: await text(response),
      })
    })
    sent.on('error', reject)
    sent.end(Buffer.from(body, 'latin1'))
  })
}
