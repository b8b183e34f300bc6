// Frameworks: how each parses, checks, converts and refuses without a line of the developer's.
import {
  added,
  app,
  checked,
  type FieldService,
  idIn,
  json,
  plantOf,
  refuse,
  text,
} from './field.ts'

const NO_DIFFERENCES = /No differences: the service conforms to the specification$/

const errorPage = (status: number, message: string) => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${message}<br> &nbsp; &nbsp;at parse (/srv/node_modules/body-parser/lib/types/json.js:92:19)</pre>\n</body>\n</html>`,
})
const fastifyError = (message: string) =>
  json(400, { statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request', message })
const hapiError = (message: string) => json(400, { statusCode: 400, error: 'Bad Request', message })

/** Ajv with coerceTypes, as Fastify has it. */
const coerce = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : value === null
      ? ''
      : value

export const frameworks: Record<string, FieldService> = {
  'Express with no validator': {
    answer: () =>
      app({
        notJson: (_, message) => errorPage(400, `SyntaxError: ${message}`),
        add: body => added(body),
      }),
    code: 1,
    says: [
      /200 whose body is not a Plant .*name must be a string, but got the number 123/,
      /400 whose body is not an Error .*not JSON as text\/html/,
    ],
    never: [/Check the address/, /makes texts of/],
  },
  'Fastify, whose schema converts types': {
    answer: () =>
      app({
        notJson: () =>
          fastifyError('Body is not valid JSON but content-type is set to application/json'),
        add: body => {
          const [name, tag] = [coerce(body.name), coerce(body.tag)]
          if (name === undefined) return fastifyError("body must have required property 'name'")
          if (typeof name !== 'string') return fastifyError('body/name must be string')
          if (tag !== undefined && typeof tag !== 'string')
            return fastifyError('body/tag must be string')
          if (!Number.isInteger(Number(body.id))) return fastifyError('body/id must be integer')
          return added({ name, tag })
        },
      }),
    code: 1,
    says: [
      /1 difference: 400 whose body is not an Error$/,
      /makes texts of 6 values of other types: name null came back as "", name 123 came back as "123", name true came back as "true"/,
    ],
    never: [/200 whose body is not a Plant/],
  },
  'Fastify with ids of 32 bits': {
    answer: () =>
      app({
        notJson: () => fastifyError('Body is not valid JSON'),
        add: body => {
          if (typeof body.name !== 'string') return fastifyError('body/name must be string')
          if (body.tag !== undefined && typeof body.tag !== 'string')
            return fastifyError('body/tag must be string')
          if (typeof body.id !== 'number') return fastifyError('body/id must be integer')
          if (Math.abs(body.id) > 2 ** 31 - 1) return fastifyError('body/id must be <= 2147483647')
          return added(body)
        },
      }),
    code: 1,
    says: [
      /400 in place of 200 for a valid NewPlant with an id beyond -2147483647 to 2147483647|400 in place of 200 for a valid NewPlant with an id beyond \S+ to 2147483647/,
      /400 whose body is not an Error/,
    ],
    never: [/Check the address/, /refuses every plant/],
  },
  'NestJS with a whitelist that refuses': {
    answer: () =>
      app({
        add: checked((plant, seen) => {
          const [other] = Object.keys(JSON.parse(seen.body.trim().replace(/^\ufeff/, ''))).filter(
            key => !['id', 'name', 'tag'].includes(key),
          )
          return other ? refuse(400, `property ${other} should not exist`) : added(plant)
        }),
      }),
    code: 0,
    says: [
      /refuses a plant with a field that it does not know, which later clients may send: 400: property/,
      NO_DIFFERENCES,
    ],
  },
  'Koa, whose errors are texts': {
    answer: () =>
      app({
        notJson: () => text(400, 'Bad Request'),
        notAllowed: text(401, 'Unauthorized'),
        add: checked(added),
      }),
    code: 1,
    says: [/400 whose body is not an Error/, /401 without an Error for \d+ requests/],
  },
  'hapi with Joi, whose strings are not empty': {
    answer: () =>
      app({
        notJson: () => hapiError('Invalid request payload JSON format'),
        add: body => {
          for (const name of ['name', 'tag'])
            if (body[name] === '') return hapiError(`"${name}" is not allowed to be empty`)
          if (typeof body.name !== 'string') return hapiError('"name" must be a string')
          if (body.tag !== undefined && typeof body.tag !== 'string')
            return hapiError('"tag" must be a string')
          if (!Number.isSafeInteger(body.id)) return hapiError('"id" must be a safe number')
          return added(body)
        },
      }),
    code: 1,
    says: [
      /400 in place of 200 for a valid NewPlant with an id beyond/,
      /refuses 1 of \d+ unusual names, such as \S+"name":""\}: 400: .*"name" is not allowed to be empty/,
      /refuses 1 of \d+ unusual tags/,
    ],
  },
  'FastAPI, whose errors are 422 with a detail': {
    answer: () => {
      const invalid = (field: string, type: string, msg: string, input: unknown) =>
        json(422, { detail: [{ type, loc: ['body', field], msg, input }] })
      return app({
        notJson: () =>
          json(422, {
            detail: [
              { type: 'json_invalid', loc: ['body', 5], msg: 'JSON decode error', input: {} },
            ],
          }),
        add: body => {
          if (!Number.isInteger(body.id))
            return invalid('id', 'int_type', 'Input should be a valid integer', body.id)
          if (typeof body.name !== 'string')
            return invalid('name', 'string_type', 'Input should be a valid string', body.name)
          if (body.name.length > 50)
            return invalid(
              'name',
              'string_too_long',
              'String should have at most 50 characters',
              body.name,
            )
          if (body.tag !== undefined && body.tag !== null && typeof body.tag !== 'string')
            return invalid('tag', 'string_type', 'Input should be a valid string', body.tag)
          return json(200, { name: body.name, tag: body.tag ?? null })
        },
      })
    },
    code: 1,
    says: [
      /200 whose body is not a Plant .*tag must be a string, but got null/,
      /422 without an Error for \d+ requests/,
      /refuses names of \d+ but not \d+ characters \(\d+ requests\): 422: .*String should have at most 50 characters/,
    ],
  },
  'Django REST framework, whose texts are trimmed and not blank': {
    answer: () =>
      app({
        notJson: (_, message) => json(400, { detail: `JSON parse error - ${message}` }),
        add: body => {
          if (!Number.isInteger(body.id)) return json(400, { id: ['A valid integer is required.'] })
          const name = typeof body.name === 'number' ? String(body.name) : body.name
          if (typeof name !== 'string') return json(400, { name: ['Not a valid string.'] })
          if (name.includes('\0')) return json(400, { name: ['Null characters are not allowed.'] })
          if (name.trim() === '') return json(400, { name: ['This field may not be blank.'] })
          if (name.trim().length > 200)
            return json(400, { name: ['Ensure this field has no more than 200 characters.'] })
          return json(201, { id: body.id, ...plantOf({ name: name.trim(), tag: body.tag }) })
        },
      }),
    code: 1,
    says: [
      /201 in place of 200/,
      /400 whose body is not an Error/,
      /name came back with other spaces/,
      /refuses 2 of \d+ unusual names, such as [^:]*:\d+,"name":""\}: 400: This field may not be blank\./,
      /refuses 1 of \d+ unusual names, such as .*\\u0000.*Null characters are not allowed/,
      /refuses names of 255 but not \d+ characters/,
    ],
  },
  'Go with encoding/json, which ignores the case of keys': {
    answer: () =>
      app({
        notJson: (_, message) => text(400, message),
        add: (body, seen) => {
          for (const [key, value] of Object.entries(body)) {
            const field = key.toLowerCase()
            if (field === 'id' && !Number.isInteger(value))
              return text(
                400,
                'json: cannot unmarshal string into Go struct field Plant.id of type int64',
              )
            if (
              field !== 'id' &&
              ['name', 'tag'].includes(field) &&
              typeof value !== 'string' &&
              value !== null
            )
              return text(
                400,
                'json: cannot unmarshal number into Go struct field Plant.name of type string',
              )
          }
          if (body.id === undefined) return text(400, 'id is required')
          if (Math.abs(Number(idIn(seen))) > 2 ** 63)
            return text(
              400,
              'json: cannot unmarshal number into Go struct field Plant.id of type int64',
            )
          const lower = Object.fromEntries(
            Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]),
          )
          return added({ name: lower.name ?? '', tag: lower.tag || undefined })
        },
      }),
    code: 1,
    says: [/name is "Aloe", not "Monstera"/, /400 whose body is not an Error/],
  },
  'Spring with Jackson, which makes texts of numbers': {
    answer: () => {
      let traces = 0
      const problem = (status: number, error: string) =>
        json(status, {
          timestamp: `2026-11-25T15:00:0${traces % 10}.000+00:00`,
          status,
          error,
          path: '/plants',
          trace: `${++traces}`,
        })
      return app({
        notJson: () => problem(400, 'Bad Request'),
        add: body => {
          const toText = (value: unknown) =>
            typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
          const [name, tag] = [toText(body.name), toText(body.tag)]
          if (typeof name !== 'string' || (tag !== undefined && typeof tag !== 'string'))
            return problem(400, 'Bad Request')
          return body.id === undefined
            ? problem(500, 'Internal Server Error')
            : added({ name, tag })
        },
      })
    },
    code: 1,
    says: [
      /400 whose body is not an Error/,
      /makes texts of 4 values of other types: name 123 came back as "123"/,
      /500 for 1 request that is invalid/,
    ],
  },
  'Laravel, which trims texts and makes null of empty ones': {
    answer: () =>
      app({
        notJson: () =>
          json(422, {
            message: 'The name field is required.',
            errors: { name: ['The name field is required.'] },
          }),
        add: body => {
          const clean = (value: unknown) =>
            typeof value === 'string' ? value.trim() || null : value
          const [name, tag] = [clean(body.name), clean(body.tag)]
          if (typeof name !== 'string' || (tag != null && typeof tag !== 'string'))
            return json(422, {
              message: 'The name field is required.',
              errors: { name: ['The name field is required.'] },
            })
          return json(200, { name, tag: tag ?? null })
        },
      }),
    code: 1,
    says: [
      /name and tag came back with other spaces/,
      /tag must be a string, but got null/,
      /refuses 2 of \d+ unusual names, such as .*The name field is required/,
      /422 without an Error/,
    ],
  },
  'ASP.NET Core, whose errors are problems with a trace': {
    answer: () => {
      let traces = 0
      const problem = () => ({
        status: 400,
        headers: { 'content-type': 'application/problem+json; charset=utf-8' },
        body: JSON.stringify({
          type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
          title: 'One or more validation errors occurred.',
          status: 400,
          errors: { name: ['The name field is required.'] },
          traceId: `00-4bf92f3577b34da6a3ce929d0e0e${traces++}-00`,
        }),
      })
      return app({
        notJson: problem,
        add: body =>
          checked(added)(body, { method: '', path: '', headers: {}, body: '' })?.status === 200
            ? added(body)
            : problem(),
      })
    },
    code: 1,
    says: [
      /400 whose body is not an Error .*other JSON as application\/problem\+json/,
      /1 difference:/,
    ],
  },
  'axum, whose rejections are texts': {
    answer: () =>
      app({
        notJson: (_, message) => text(400, `Failed to parse the request body as JSON: ${message}`),
        add: body => {
          const wrong = ['name', 'tag'].find(
            name => body[name] !== undefined && typeof body[name] !== 'string',
          )
          if (wrong || body.name === undefined || !Number.isInteger(body.id))
            return text(
              422,
              `Failed to deserialize the JSON body into the target type: ${wrong}: invalid type: integer, expected a string at line 1 column 20`,
            )
          return added(body)
        },
      }),
    code: 1,
    says: [/400 whose body is not an Error/, /422 without an Error/],
  },
  'json-server, which answers 201 with the whole plant': {
    answer: () => {
      const ids = new Set<unknown>()
      return app({
        notJson: () => errorPage(400, 'SyntaxError'),
        add: body => {
          if (ids.has(body.id))
            return text(500, 'Error: Insert failed, duplicate id\n    at Function.insert')
          ids.add(body.id)
          return json(201, body)
        },
      })
    },
    code: 1,
    says: [/201 in place of 200/, /500 in place of 200 for a valid NewPlant/],
  },
  'PHP, which sees the header as it was sent': {
    answer: () => app({ isAllowed: () => false, add: checked(added) }),
    code: 3,
    says: [
      /does not accept this token: it returned 401: The token is missing or wrong\. .*authorization.*getallheaders\(\)/,
    ],
  },
  'a conforming service, carefully written': {
    answer: () => app({ add: checked(added) }),
    code: 0,
    says: [NO_DIFFERENCES],
    never: [/refuses/],
  },
  'Express, with 201 and the address of each plant': {
    answer: () =>
      app({
        add: checked(plant => ({
          ...json(201, plantOf(plant)),
          headers: { location: `/plants/${plant.id}` },
        })),
      }),
    code: 1,
    says: [/1 difference: 201 in place of 200 for a valid NewPlant$/],
  },
  'Express, which returns null for a tag that is missing': {
    answer: () =>
      app({
        add: ({ tag, ...plant }) =>
          checked(({ name }) => json(200, { name, tag: tag ?? null }))(
            { ...plant, ...(tag != null && { tag }) },
            {} as never,
          ),
      }),
    code: 1,
    says: [/1 difference: 200 whose body is not a Plant$/, /tag must be a string, but got null/],
  },
  'Express with no validator, which returns null for a tag that is missing': {
    answer: () => app({ add: ({ name, tag }) => json(200, { name, tag: tag ?? null }) }),
    code: 1,
    says: [
      /tag must be a string, but got null: /,
      /name is required: /,
      /200, other JSON: name must be a string, but got the number 123: /,
      / 3 differences: 200 whose body is not a Plant \(3 causes\)$/,
    ],
  },
  'FastAPI with 201, which returns null for a tag that is missing': {
    answer: () => app({ add: checked(({ name, tag }) => json(201, { name, tag: tag ?? null })) }),
    code: 1,
    says: [
      /2 differences: 201 in place of 200 for a valid NewPlant; 201 whose body is not a Plant$/,
    ],
  },
}
