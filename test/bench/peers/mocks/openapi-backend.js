import { readFile } from 'node:fs/promises'
import fastify from 'fastify'
import { OpenAPIBackend } from 'openapi-backend'
import { parse } from 'yaml'

const [port, openapi] = process.argv.slice(2)
const definition = parse(await readFile(openapi, 'utf8'))
delete definition.info.license // it takes no `identifier`, which OpenAPI 3.1 has
const plants = []
const api = new OpenAPIBackend({
  definition,
  ajvOpts: { formats: { int64: true, int32: true } },
  handlers: {
    addPlant({ request }) {
      const { id, name, tag } = request.requestBody
      plants.push({ id, name, tag })
      return { name, tag }
    },
    validationFail: ({ validation }, _, reply) =>
      reply.code(400).send({ error: 400, message: JSON.stringify(validation.errors) }),
    notFound: (_, __, reply) => reply.code(404).send({ error: 404, message: 'Nothing here' }),
    unauthorizedHandler: (_, __, reply) =>
      reply.code(401).send({ error: 401, message: 'Send a bearer token' }),
  },
})
api.registerSecurityHandler('bearerAuth', ({ request }) =>
  /^bearer +[\w.~+/-]+=*$/i.test(request.headers.authorization ?? ''),
)
await api.init()

const server = fastify()
server.route({
  method: ['GET', 'POST'],
  url: '/*',
  handler: ({ method, url: path, body, query, headers, ...rest }, reply) =>
    api.handleRequest({ method, path, body, query, headers }, rest, reply),
})
await server.listen({ port: Number(port), host: '127.0.0.1' })
