// Frameworks and stores: how each parses, checks, keeps and refuses without a line of the developer's.
import { requestFields } from '../../generated/contract.ts'
import {
  added,
  app,
  checked,
  type FieldService,
  html,
  idIn,
  json,
  NO_DIFFERENCES,
  plantOf,
  refuse,
  takesIdsOnce,
  text,
} from './field.ts'
import { TOKEN } from './sample-service.ts'

const errorOf = (status: number) => (message: string) =>
  json(status, { statusCode: status, error: 'Bad Request', message })

/** Ajv with coerceTypes, as Fastify has it. */
const coerce = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? '')

export const frameworks: Record<string, FieldService> = {
  'rules that other bodies break alone are causes of their own: Express without a validator': {
    answer: () =>
      app({
        notJson: () => html(400, 'SyntaxError'),
        add: ({ name, tag }) => json(200, { name, tag: tag ?? null }),
      }),
    code: 1,
    says: [
      /tag must be a string, but got null: /,
      /name is required: /,
      /200, other JSON: name must be a string, but got the number 123: /,
      /400 whose body is not an Error .*not JSON as text\/html/,
      /; 200 whose body is not a Plant \(3 causes\)|200 whose body is not a Plant \(3 causes\);/,
    ],
    never: [/Check the address/, /makes texts of/],
  },
  'values of other types that come back as texts are one note: Fastify, which converts them': {
    answer: () => {
      const fails = errorOf(400)
      return app({
        notJson: () => fails('Body is not valid JSON'),
        add: ({ id, name, tag }) =>
          name === undefined || typeof coerce(name) !== 'string'
            ? fails('body/name must be string')
            : typeof coerce(tag) !== 'string' || !Number.isInteger(Number(id))
              ? fails('body/id must be integer')
              : added({ name: coerce(name), tag: tag === undefined ? tag : coerce(tag) }),
      })
    },
    code: 1,
    says: [
      /1 difference: 400 whose body is not an Error$/,
      /makes texts of 6 values of other types: name null came back as "", name 123 came back as "123", name true came back as "true"/,
    ],
    never: [/200 whose body is not a Plant/],
  },
  'an id beyond 2^53 is specified, an empty text is left open: hapi with Joi': {
    answer: () => {
      const fails = errorOf(400)
      return app({
        notJson: () => fails('Invalid request payload JSON format'),
        add: body => {
          for (const name of ['name', 'tag'])
            if (body[name] === '') return fails(`"${name}" is not allowed to be empty`)
          return Number.isSafeInteger(body.id) ? checked(added)(body, {} as never) : fails('No id')
        },
      })
    },
    code: 1,
    says: [
      /400 in place of 200 for a valid NewPlant with an id beyond/,
      /refuses 1 of \d+ unusual names, such as \S+"name":""\}: 400: .*"name" is not allowed to be empty/,
      /refuses 1 of \d+ unusual tags/,
    ],
  },
  'a refusal without an Error and a bound of names are noted: FastAPI': {
    answer: () => {
      const invalid = (field: string, msg: string) =>
        json(422, { detail: [{ type: 'invalid', loc: ['body', field], msg }] })
      return app({
        notJson: () => invalid('body', 'JSON decode error'),
        add: ({ id, name, tag }) =>
          !Number.isInteger(id)
            ? invalid('id', 'Input should be a valid integer')
            : typeof name !== 'string' || typeof (tag ?? '') !== 'string'
              ? invalid('name', 'Input should be a valid string')
              : name.length > 50
                ? invalid('name', 'String should have at most 50 characters')
                : json(200, { name, tag: tag ?? null }),
      })
    },
    code: 1,
    says: [
      /422 without an Error for \d+ requests/,
      /refuses names of \d+ but not \d+ characters \(\d+ requests\): 422: .*String should have at most 50 characters/,
    ],
  },
  'a blank name, a character and a length are bounds of their own: Django REST framework': {
    answer: () => {
      const invalid = (message: string) => json(400, { name: [message] })
      const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
      return app({
        notJson: (_, message) => json(400, { detail: `JSON parse error - ${message}` }),
        add: ({ id, name, tag }) =>
          !Number.isInteger(id) || typeof name !== 'string'
            ? invalid('Not a valid string.')
            : name.includes('\0')
              ? invalid('Null characters are not allowed.')
              : name.trim() === ''
                ? invalid('This field may not be blank.')
                : name.trim().length > 200
                  ? invalid('Ensure this field has no more than 200 characters.')
                  : json(201, { id, ...plantOf({ name: name.trim(), tag: trim(tag) }) }),
      })
    },
    code: 1,
    says: [
      /201 in place of 200/,
      /400 whose body is not an Error/,
      /name and tag came back with other spaces/,
      /refuses 2 of \d+ unusual names, such as [^:]*:\d+,"name":""\}: 400: This field may not be blank\./,
      /refuses 1 of \d+ unusual names, such as .*\\u0000.*Null characters are not allowed/,
      /refuses names of 255 but not \d+ characters/,
    ],
  },
  'a key in another letter case is no field: Go with encoding/json': {
    answer: () => {
      const fails = text(400, 'json: cannot unmarshal number into Go struct field of type string')
      return app({
        notJson: () => fails,
        add: body => {
          const { id, name, tag } = Object.fromEntries(
            Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]),
          )
          return Number.isInteger(id) && typeof name === 'string' && typeof (tag ?? '') === 'string'
            ? added({ name, tag: tag || undefined })
            : fails
        },
      })
    },
    code: 1,
    says: [/name is "Aloe", not "Monstera"/, /400 whose body is not an Error/],
  },
  'a text for an id that exists is told apart from an Error: json-server': {
    answer: () => {
      const ids = new Set<unknown>()
      return app({
        notJson: () => html(400, 'SyntaxError'),
        add: body => {
          if (ids.has(body.id))
            return text(500, 'Error: Insert failed, duplicate id\n    at insert')
          ids.add(body.id)
          return json(201, body)
        },
      })
    },
    code: 1,
    says: [/201 in place of 200/, /500 in place of 200 for a valid NewPlant/],
  },
  'a wrong status and a wrong body are two causes: FastAPI with 201 and null': {
    answer: () => app({ add: checked(({ name, tag }) => json(201, { name, tag: tag ?? null })) }),
    code: 1,
    says: [
      /2 differences: 201 in place of 200 for a valid NewPlant; 201 whose body is not a Plant$/,
    ],
  },
  'refusals with a request id of their own are one cause: DynamoDB behind ASP.NET Core': {
    answer: () => {
      let requests = 0
      return app({
        notJson: () => ({
          ...json(400, { title: 'One or more validation errors occurred.', traceId: requests++ }),
          headers: { 'content-type': 'application/problem+json; charset=utf-8' },
        }),
        add: checked(plant =>
          plant.name === '' || plant.tag === ''
            ? refuse(500, `An AttributeValue may not be empty (RequestId: 7B4K9Q${requests++}AJG)`)
            : added(plant),
        ),
      })
    },
    code: 1,
    says: [
      /400 whose body is not an Error \(\d+ requests\).*other JSON as application\/problem\+json/,
      /2 differences: .*500 in place of 200 for a valid NewPlant with a shorter name or tag than any that was added/,
      / \(2 requests\)/,
    ],
  },
  'what many clients send and a careful service refuses is noted: NestJS with a whitelist': {
    answer: () =>
      app({
        before: ({ headers, method }) =>
          headers['content-encoding']
            ? refuse(500, 'incorrect header check')
            : method === 'POST' && headers['content-type'] === 'application/json; charset=utf-8'
              ? refuse(415, 'Send JSON')
              : undefined,
        isAllowed: authorization => authorization === `Bearer ${TOKEN}`,
        add: checked(plant => {
          const other = Object.keys(plant).find(
            key => !requestFields.some(({ name }) => name === key),
          )
          return other ? refuse(400, `property ${other} should not exist`) : added(plant)
        }),
      }),
    code: 0,
    says: [
      /refuses a plant with a field that it does not know, which later clients may send: 400: property/,
      /refuses the media type application\/json; charset=utf-8, which many clients send: 415: Send JSON/,
      /refuses the scheme bearer in lower case, although RFC 9110 \(11\.1\) allows it: 401/,
      /500 for 1 request with the header Content-Encoding: gzip and a body that is not: incorrect header check/,
      NO_DIFFERENCES,
    ],
    never: [/of another media type/],
  },
}

const ID_EXISTS = refuse(409, 'It exists')

export const stores: Record<string, FieldService> = {
  '500s of one kind are told apart by what no plant that was added has: a database': {
    answer: () =>
      app({
        add: checked(({ name, tag }, seen) => {
          const texts = name + (tag ?? '')
          const fails = (why: string) =>
            refuse(500, `insert into plants values ('${texts}') - ${why}`)
          if (BigInt.asIntN(32, idIn(seen)) !== idIn(seen)) return fails('Out of range for id')
          if ([...name].length > 255) return fails("Data too long for column 'name'")
          if (texts.includes('\0')) return fails('invalid byte sequence for encoding "UTF8": 0x00')
          if (/[\u{10000}-\u{10ffff}]/u.test(texts)) return fails('Incorrect string value')
          return added({ name, tag })
        }),
      }),
    code: 1,
    says: [
      / 4 differences: /,
      /500 in place of 200 for a valid NewPlant with an id beyond -2147483648 to 2147483647/,
      /500 in place of 200 for a valid NewPlant with a longer name than any that was added/,
      /500 in place of 200 for a valid NewPlant with a control character in name or tag/,
      /500 in place of 200 for a valid NewPlant with a character beyond the basic plane in name or tag/,
      /Out of range for id/,
      /Data too long/,
    ],
    never: [/Check the address/, /refuses names of/],
  },
  'the first plant of an id that exists may come back: on conflict do nothing': {
    answer: () => {
      const plants = new Map<bigint, { name: string; tag?: string }>([[1n, { name: 'Ficus' }]])
      return app({
        add: checked((plant, seen) => {
          const id = idIn(seen)
          if (!plants.has(id)) plants.set(id, plant)
          return added({ ...plants.get(id) })
        }),
      })
    },
    code: 0,
    says: [/returns another plant for these ids, as it does for ids that exist: 1/, NO_DIFFERENCES],
  },
  'the first plant of another id may not come back: ids are doubles': {
    answer: () => {
      const plants = new Map<number, Parameters<typeof added>[0]>()
      return app({
        add: checked(plant => {
          const first = plants.get(plant.id) ?? { ...plant }
          plants.set(plant.id, first)
          return added(first)
        }),
      })
    },
    code: 1,
    says: [
      /1 difference: The plant of another id came back, so the service takes the two ids for one$/,
    ],
  },
  'ids of an earlier run may be refused: unique ids, in a second run': {
    answer: takesIdsOnce(refuse(500, 'UNIQUE constraint failed: plants.id'), 1n, 2n),
    code: 0,
    runs: 2,
    says: [/refuses these ids as it refuses ids that exist/, NO_DIFFERENCES],
  },
  'no id is sent twice by chance: a first id near a fixed one': {
    answer: takesIdsOnce(ID_EXISTS),
    args: ['--first-id', '2147483640'],
    code: 0,
    says: [NO_DIFFERENCES],
    never: [/ids that exist/],
  },
  'an id that is taken refuses no text: ids after the first one are there already': {
    answer: takesIdsOnce(ID_EXISTS, 5_000_000_050n, 5_000_000_051n, 5_000_000_052n),
    args: ['--first-id', '5000000000'],
    code: 0,
    says: [/refuses \d+ of \d+ unusual names, such as .*: \d+: /, NO_DIFFERENCES],
  },
  'a first id whose plants are there stops a run: the same first id twice': {
    answer: takesIdsOnce(ID_EXISTS),
    args: ['--first-id', '5000000000'],
    runs: 2,
    code: 3,
    says: [
      /seems to have plants with the ids from 5000000000 on: it returned 409: It exists\. Choose another --first-id/,
    ],
  },
  'a name may be taken only once: a unique index on the names': {
    answer: takesNamesOnce,
    code: 0,
    says: [NO_DIFFERENCES, /takes each name only once: 409: Monstera exists/],
  },
  'names of an earlier run may be refused: a unique index on the names, in a second run': {
    answer: takesNamesOnce,
    runs: 2,
    code: 0,
    says: [
      NO_DIFFERENCES,
      /takes each name only once: 409: Monstera exists/,
      /refuses \d+ plants as it refuses names that exist, as they may since another run/,
    ],
  },
}

function takesNamesOnce() {
  const names = new Set<string>()
  return app({
    add: checked(plant => {
      if (names.has(plant.name)) return refuse(409, `${plant.name} exists`)
      names.add(plant.name)
      return added(plant)
    }),
  })
}
