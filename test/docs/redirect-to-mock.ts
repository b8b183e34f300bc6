// Preloaded into an example: the service that it calls, and the mock server next to its application,
// are the servers that the environment names. The example stays what a user writes.
const { SERVICE = '', MOCK_SERVER = '' } = process.env
const { fetch } = globalThis

globalThis.fetch = (input, init) => {
  const request = typeof input === 'object' && 'url' in input ? input : undefined
  const url = (request?.url ?? String(input))
    .replace(/^https:\/\/plants\.example\.com\//, `${SERVICE}/`)
    .replace(/^http:\/\/127\.0\.0\.1:4010\//, `${MOCK_SERVER}/`)
  return request ? fetch(new Request(url, request), init) : fetch(url, init)
}
