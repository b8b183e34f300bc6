import { connect } from 'node:net'

/** Writes bytes to a port. Resolves to everything received until the connection ends. */
export function rawRequest(
  port: number,
  bytes: string | Uint8Array,
  host = '127.0.0.1',
): Promise<{ text: string; error?: string }> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let error: string | undefined
    const socket = connect(port, host)
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('error', (failure: NodeJS.ErrnoException) => {
      error = failure.code
    })
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ text, ...(error && { error }) })
    })
    socket.write(bytes)
  })
}
