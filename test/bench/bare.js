// The server that the mock is compared with: node:http and the same checks, by hand for this one
// operation. JavaScript, so that no type has to be stripped before it starts.
//
// node bare.js <port>
import { createServer } from 'node:http'

const [port] = process.argv.slice(2)
let plants = []
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i
const LIMIT = 2 ** 20
const MAX_DEPTH = 128
const UTF8 = new TextDecoder('utf-8', { fatal: true })
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
  'content-type': 'application/json',
  vary: 'Origin',
}

createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.url === '/__mock/reset') return reset(response)
  const refused = validateHead(request)
  if (refused) return answer(response, ...refused)
  const chunks = []
  let length = 0
  request.on('data', chunk => {
    length += chunk.length
    if (length <= LIMIT) chunks.push(chunk)
  })
  request.on('end', () => {
    if (length > LIMIT) return answer(response, 413, `The body must not be longer than ${LIMIT}`)
    answer(response, ...validateBody(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
  })
}).listen(Number(port), '127.0.0.1')

function validateHead(request) {
  const { url, method, headers } = request
  if (!HOST.test(headers.host ?? '')) return [400, 'Host must be a name or an address']
  if (url.split('?', 1)[0] !== '/plants') return [404, 'There is nothing here']
  if (method === 'OPTIONS') return [204, '', { 'access-control-allow-headers': 'Authorization, *' }]
  if (method !== 'POST') return [405, 'Send POST', { allow: 'POST, OPTIONS' }]
  const credentials = everyValue(request, 'authorization') ?? ''
  if (!/^bearer +[\w.~+/-]+=*$/i.test(credentials)) {
    const status = /^bearer(?: |$)/i.test(credentials) ? 400 : 401
    return [status, 'Send a bearer token', { 'www-authenticate': 'Bearer realm="Plant Store"' }]
  }
  const type = everyValue(request, 'content-type') ?? ''
  if (type === '' && headers['content-length'] === '0') return [400, 'A body is required']
  if (type.split(';')[0].trim().toLowerCase() !== 'application/json')
    return [415, 'Send application/json', { accept: 'application/json' }]
  const coding = headers['content-encoding']
  if (coding && coding.toLowerCase() !== 'identity')
    return [415, 'Send it without Content-Encoding', { 'accept-encoding': 'identity' }]
}

/** Of these headers, `headers` has only the first value. `headersDistinct` is built when it is read. */
function everyValue(request, name) {
  const { headers, rawHeaders } = request
  const isRepeated = rawHeaders.length > 2 * Object.keys(headers).length
  return isRepeated ? request.headersDistinct[name]?.join(', ') : headers[name]
}

function validateBody(bytes) {
  let text
  let value
  try {
    text = UTF8.decode(bytes)
    value = JSON.parse(text)
    if (text.length > 2 * MAX_DEPTH && isTooDeep(value)) return [400, 'The body is too deep']
    if (!Number.isSafeInteger(value?.id) || /\d[.eE]/.test(text)) value = readExactly(text)
  } catch (error) {
    return [400, `The body is not JSON: ${error.message}`]
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [400, 'The body must be an object']
  const { id, name, tag } = value
  const isInt64 = typeof id === 'bigint' ? BigInt.asIntN(64, id) === id : Number.isSafeInteger(id)
  if (!isInt64) return [400, '/id must be an integer']
  if (typeof name !== 'string') return [400, '/name must be a string']
  if (tag !== undefined && typeof tag !== 'string') return [400, '/tag must be a string']
  plants.push(tag === undefined ? { id, name } : { id, name, tag })
  return [200, tag === undefined ? { name } : { name, tag }]
}

/** As the mock's own control API does. */
function reset(response) {
  plants = []
  answer(response, 200, {})
}

function isTooDeep(value, depth = 0) {
  if (typeof value !== 'object' || value === null) return false
  return depth === MAX_DEPTH || Object.values(value).some(each => isTooDeep(each, depth + 1))
}

/** JSON with its integers digit for digit; another number is one that is not safe. */
const readExactly = text =>
  JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' ? toInteger(source) : value,
  )

function toInteger(source) {
  const [, sign, digits, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(source)
  const moved = Number(exponent) - fraction.length
  const all = (digits + fraction).replace(/^0+/, '')
  if (all === '') return 0
  const zeros = /0*$/.exec(all)[0].length
  if (moved < -zeros || moved > 19) return Number.NaN
  const integer = moved < 0 ? all.slice(0, moved) : all + '0'.repeat(moved)
  const value = BigInt(sign + integer)
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function answer(response, status, said, headers) {
  const body = typeof said === 'string' ? { error: status, message: said } : said
  const text = status === 204 ? '' : JSON.stringify(body)
  response.writeHead(status, {
    ...HEADERS,
    ...headers,
    ...(text && { 'content-length': Buffer.byteLength(text) }),
  })
  response.end(text)
}
