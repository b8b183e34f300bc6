// What the mock is measured against: node:http and the same checks, written by hand for this one
// operation. JavaScript, so that no type has to be stripped before it starts.
//
// node bare.js <port> [--duplicate-ids reject]
import { createServer } from 'node:http'

const [port, , duplicateIds] = process.argv.slice(2)
let plants = []
const ids = new Set()
const LIMIT = 2 ** 20
const UTF8 = new TextDecoder('utf-8', { fatal: true })
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
  'content-type': 'application/json',
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

function validateHead({ url, method, headers }) {
  if (url.split('?', 1)[0] !== '/plants') return [404, 'There is nothing here']
  if (method === 'OPTIONS') return [204, '', { 'access-control-allow-headers': 'Authorization, *' }]
  if (method !== 'POST') return [405, 'Send POST', { allow: 'POST, OPTIONS' }]
  if (!/^bearer +[\w.~+/-]+=*$/i.test(headers.authorization ?? ''))
    return [401, 'Send a bearer token', { 'www-authenticate': 'Bearer realm="Plant Store"' }]
  const type = headers['content-type'] ?? ''
  if (type.split(';')[0].trim().toLowerCase() !== 'application/json')
    return [415, 'Send application/json', { accept: 'application/json' }]
}

function validateBody(bytes) {
  let text
  let value
  try {
    text = UTF8.decode(bytes)
    value = JSON.parse(text)
  } catch (error) {
    return [400, `The body is not JSON: ${error.message}`]
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [400, 'The body must be an object']
  const { name, tag } = value
  const id = Number.isSafeInteger(value.id) ? value.id : exactId(text)
  if (id === undefined) return [400, '/id must be an int64']
  if (typeof name !== 'string') return [400, '/name must be a string']
  if (tag !== undefined && typeof tag !== 'string') return [400, '/tag must be a string']
  if (duplicateIds === 'reject') {
    if (ids.has(id)) return [400, `A plant with the id ${id} is already there`]
    ids.add(id)
  }
  plants.push(tag === undefined ? { id, name } : { id, name, tag })
  return [200, tag === undefined ? { name } : { name, tag }]
}

/** As the mock's own control API does. */
function reset(response) {
  plants = []
  ids.clear()
  answer(response, 200, {})
}

/** An id beyond 2^53 - 1, digit for digit. */
function exactId(text) {
  let id
  JSON.parse(text, (key, value, { source }) => {
    if (key === 'id' && typeof value === 'number' && /^-?\d+$/.test(source)) id = BigInt(source)
    return value
  })
  return id !== undefined && BigInt.asIntN(64, id) === id ? id : undefined
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
