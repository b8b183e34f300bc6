// Services as frameworks, stores and gateways make them: what each does in another way than the contract has it.
import { requestFields } from '../../generated/contract.ts'
import {
  html,
  json,
  type Parts,
  type Plant,
  type Reply,
  refuse,
  type Seen,
  service,
  TOKEN,
  text,
} from './sample-service.ts'

const RIGHT = `Bearer ${TOKEN}`

/** A service, and how it is verified. It may remember requests, since one test alone verifies it. */
interface Case extends Parts {
  args?: string[]
  /** How often it is verified; what the last report says counts. */
  runs?: number
  /** How many requests it gets. */
  requests?: number
}

/** By the rule that is proven, with what the report says. Made anew for each test: services count, and keep plants. */
type Rows = Record<string, [Case, ...says: RegExp[]]>

const exactId = ({ id }: Plant) => id

const refusing = (isRefused: (plant: Plant) => boolean, reply = refuse(400, 'No')): Parts => ({
  refuses: plant => isRefused(plant) && reply,
})

/** Refuses plants whose key it has. */
function takesOnce<Key>(
  keyOf: (plant: Plant) => Key,
  reply = (_: Key) => refuse(409, 'It exists'),
  known: Key[] = [],
): Parts {
  const kept = new Set(known)
  const add = (key: Key) => void kept.add(key)
  return { refuses: plant => (kept.has(keyOf(plant)) ? reply(keyOf(plant)) : add(keyOf(plant))) }
}

const takesNamesOnce = () =>
  takesOnce(
    ({ name }) => name,
    name => refuse(409, `${name} exists`),
  )

/** Reads each number as a double, one beyond int64 and 1e400 too, and refuses an id that it has. */
function keepsDoubles(): Parts {
  const ids = takesOnce(({ id }) => Number(id))
  const invalid = (body?: Record<string, unknown>) => {
    const { id, name, ...rest } = body ?? {}
    if (typeof id !== 'number' || typeof name !== 'string' || Object.keys(rest).length > 0)
      return refuse(400, 'This is not a plant')
    const key = id === Infinity ? 1n << 1100n : BigInt(Math.round(id))
    return ids.refuses?.({ id: key, name }) || json(200, { name })
  }
  return { ...ids, invalid }
}

/** Returns the first plant with a key. */
function returnsFirst(keyOf: (plant: Plant) => unknown, ...known: Plant[]): Parts {
  const plants = new Map(known.map(plant => [keyOf(plant), plant]))
  const keeps = (plant: Plant) => {
    const first = plants.get(keyOf(plant)) ?? plant
    plants.set(keyOf(plant), first)
    return first
  }
  return { keeps }
}

/** Locks the account for good after so many wrong tokens, in all or in a row. */
function locksAfter(count: number, isInARow: boolean): Parts {
  let wrong = 0
  const isAllowed = (authorization: string) => {
    const isRight = authorization === RIGHT
    if (!isRight) wrong++
    else if (isInARow && wrong < count) wrong = 0
    return isRight && wrong < count
  }
  return { isAllowed }
}

/** Conforms until a request, and then returns this to each, or nothing at all. */
function lostFrom(isFirst: (seen: Seen, count: number) => boolean, reply?: Reply): Parts {
  let count = 0
  let isLost = false
  const before = (seen: Seen) => {
    isLost ||= isFirst(seen, ++count)
    if (isLost && !reply) throw new Error('other side closed')
    return isLost ? reply : undefined
  }
  return { before }
}

const lostAfter = (requests: number, reply?: Reply) =>
  lostFrom((_, count) => count > requests, reply)

/** Refuses invalid bodies with these statuses in turn, and is lost unless a plain plant comes after each. */
function doubted(...statuses: number[]): Parts {
  let [isDoubtful, isLost] = [false, false]
  const before = ({ body }: Seen) => {
    isLost ||= isDoubtful && !body.endsWith(',"name":"Monstera"}')
    isDoubtful = false
    return isLost ? refuse(400, 'No') : undefined
  }
  const invalid = () => {
    isDoubtful = statuses.length > 0
    return refuse(statuses.shift() ?? 400, 'No')
  }
  return { before, invalid }
}

const always = (reply: Reply): Parts => ({ before: () => reply })

const redirects = (status: number, location: string) => always({ status, headers: { location } })

const limits = (headers: Record<string, string>) =>
  lostAfter(30, { ...text(429, 'Too Many Requests'), headers })

const busy = (headers: Record<string, string>) =>
  always({ ...refuse(503, `Not now, \u001b ${TOKEN}`), headers })

const wantsJson: Parts = {
  before: ({ headers }) =>
    headers.accept === 'application/json' ? undefined : json(406, { title: 'No' }),
}

/** Fails some requests, by their number, as a service may once. */
function failing(
  isHit: (count: number) => boolean,
  reply: Reply | undefined,
  then: Parts = {},
): Parts {
  let count = 0
  return { ...then, before: seen => (isHit(++count) ? reply : then.before?.(seen)) }
}

const forOnce = (at: number, status: number) =>
  failing(count => count === at, refuse(status, 'For once'))

/** The first requests, before a service is ready. */
const coldStart = (length: number, status = 500, then: Parts = {}) =>
  failing(count => count <= length, refuse(status, 'Starting'), then)

/** Loses the connection of one request. */
function resetOnce(at: number): Parts {
  let count = 0
  const before = () => {
    if (++count === at) throw new Error('other side closed')
    return undefined
  }
  return { before }
}

/** Fails a plain plant alone, which is sent after the first refusal. */
function failsAfterRefusal(): Parts {
  let requests = 0
  const before = ({ body }: Seen) => {
    const isRefused = body.includes('"name":""')
    if (isRefused || requests > 0) requests++
    if (isRefused) return refuse(400, 'No name')
    return requests === 2 ? refuse(500, 'For once') : undefined
  }
  return { before }
}

/** Takes each name only once, and a number for a name. */
function takesNumbersOnce(): Parts {
  const { refuses } = takesNamesOnce()
  const numbers = takesOnce(({ name }) => name)
  const invalid = (body?: Record<string, unknown>) => {
    const { id, name } = body ?? {}
    const isTaken = typeof id === 'number' && typeof name === 'number'
    if (!isTaken) return refuse(400, 'This is not a plant')
    return numbers.refuses?.({ id: BigInt(id), name: String(name) }) || json(200, { name })
  }
  return { invalid, ...(refuses && { refuses }) }
}

/** Spoils one name, and returns 202 each time. */
function spoilsOnce(at: number): Parts {
  let count = 0
  const keeps = (plant: Plant) => (++count === at ? { ...plant, name: ` ${plant.name}` } : plant)
  return { keeps, success: { status: 202 } }
}

const PASSWORD = 'hunter2-and-more'
const SECRETS = /^(?!.*(hunter2|my-code))/

/** The report of a service that refuses some ids. */
const REFUSES_IDS = / 1 difference: 400 in place of 200 for a valid NewPlant/
const WITHOUT_TOKEN = / 1 difference: 200 without a bearer token$/

const nullTag = (plant: Plant) => ({ ...plant, tag: plant.tag ?? null })
const textsOf = ({ name, tag = '' }: Plant) => name + tag

/** As Ajv makes texts of other values. */
const isScalar = (value: unknown) => Object(value) !== value
const toText = (value: unknown) => (value === undefined ? value : String(value ?? ''))

export const differing = (): Rows => ({
  'what repeats is told in place of what came for once: a 500 for a name that got a 401 first': [
    (() => {
      let count = 0
      const refuses = ({ name }: Plant) =>
        name === 'ALOE' && (++count === 1 ? refuse(401, 'For once') : refuse(500, 'No shouting'))
      return { refuses }
    })(),
    /Not each time: 1 of \d+ requests got 401, and got something else when repeated/,
    / 1 difference: 500 in place of 200 for a valid NewPlant with [^,]+$/,
  ],
  'a name that exists is refused with a 500, as no plant may be': [
    takesOnce(
      ({ name }) => name,
      () => refuse(500, 'duplicate key value violates unique constraint'),
    ),
    / 1 difference: 500 in place of 200 for a valid NewPlant with a name that already exists$/,
    /^(?!.*takes each name only once)/,
  ],
  'a cold start changes no cause: an id and some names are refused with the same': [
    coldStart(
      3,
      500,
      refusing(({ id, name }) => id === 0n || name === '' || name === '0'),
    ),
    /refuses 2 of \d+ unusual names, such as [^:]*:\d+,"name":""\}: 400: No/,
    /Not each time: 3 of \d+ requests got 500, and were answered as they should be when repeated/,
    REFUSES_IDS,
  ],
  'that a number is taken only once as a name is not "not each time"': [
    takesNumbersOnce(),
    / 1 difference: 200 whose body is not a Plant$/,
  ],
  'a text that was wrong once is not each time, beside a 202 that comes each time': [
    spoilsOnce(20),
    / 2 differences: 202 in place of 200 for a valid NewPlant; (?:name|tag) came back with other spaces, not each time$/,
  ],
  'a wrong 200 is a difference, also not each time: one replica of two drops tags': [
    (() => {
      let count = 0
      return { keeps: plant => (++count % 2 === 0 ? { ...plant, tag: undefined } : plant) }
    })(),
    / 1 difference: tag did not come back, not each time$/,
  ],
  'a charset that the Content-Type states is one cause': [
    {
      keeps: plant =>
        Object.fromEntries(
          Object.entries(plant).map(([key, value]) => [
            key,
            typeof value === 'string'
              ? value.replace(/[\x80-\xff]/g, '\ufffd').replace(/[\u0100-\ufffc]/g, '?')
              : value,
          ]),
        ),
      success: { headers: { 'content-type': 'application/json;charset=ISO-8859-1' } },
    },
    / 1 difference: 200 in the charset ISO-8859-1, not UTF-8$/,
    /JSON is in UTF-8 \(RFC 8259, section 8\.1\)/,
  ],
  'a byte order mark before the body is told': [
    { success: { body: '\ufeff{"name":"Monstera"}' } },
    /200 whose body begins with a byte order mark/,
  ],
  'the right token is taken with another scheme alone': [
    { isAllowed: authorization => authorization.endsWith(` ${TOKEN}`) },
    WITHOUT_TOKEN,
    /-H "Authorization: Basic \$PLANT_STORE_TOKEN"/,
  ],
  'a Location is shown without its secrets': [
    {
      success: {
        status: 201,
        headers: { location: `https://me:${PASSWORD}@plants.test/plants/1?code=my-code&page=2` },
      },
    },
    SECRETS,
    /location: https:\/\/\[redacted\]@plants\.test\/plants\/1\?code=\[redacted\]&page=2/,
  ],
  'a cause is what was broken: each rule that other bodies break alone: Express, no validator': [
    {
      invalid: body =>
        body ? json(200, { name: body.name, tag: body.tag ?? null }) : html(400, 'SyntaxError'),
      keeps: nullTag,
    },
    /^(?!.*Check the address).* 4 differences: .*200 whose body is not a Plant \(3 causes\)/,
    /tag must be a string, but got null: /,
    /name is required: /,
    /200, other JSON: name must be a string, but got the number 123: /,
    /400 whose body is not an Error .*not JSON as text\/html/,
  ],
  'values that are converted are left open, texts of other types as one note: Fastify': [
    {
      invalid: ({ id, name, tag } = {}) =>
        Number.isInteger(id) && name !== undefined && isScalar(name) && isScalar(tag)
          ? json(200, { name: toText(name), tag: toText(tag) })
          : json(400, { error: 'Bad Request', message: 'body/name must be string' }),
    },
    / 1 difference: 400 whose body is not an Error$/,
    /error must be an integer, but got the string "Bad Request"/,
    /makes texts of 6 values of other types: name null came back as "", name 123 came back as "123", name true came back as "true"/,
  ],
  'an id beyond 2^53 is specified, an empty text is left open: hapi with Joi': [
    {
      refuses: ({ id, name, tag }) =>
        !Number.isSafeInteger(Number(id))
          ? refuse(400, 'No id')
          : (name === '' || tag === '') && refuse(400, 'It is not allowed to be empty'),
    },
    / 1 difference: 400 in place of 200 for a valid NewPlant with an id beyond [-\d]+ to \d+$/,
    /service 400, an Error: "No id" repeat curl /,
    /^(?!.*refuses \d+ plants?,)/,
    /refuses 1 of \d+ unusual names, such as \S+"name":""\}: 400: It is not allowed to be empty/,
    /refuses 1 of \d+ unusual tags/,
  ],
  'bounds are left open, a blank name, a character and a length as bounds of their own: Django REST':
    [
      {
        keeps: plant => ({ ...plant, name: plant.name.trim(), tag: plant.tag?.trim() }),
        refuses: ({ name }) =>
          name.includes('\0')
            ? refuse(400, 'Null characters are not allowed.')
            : name.trim() === ''
              ? refuse(400, 'This field may not be blank.')
              : name.trim().length > 200 && refuse(400, 'It has more than 200 characters.'),
      },
      / 1 difference: name and tag came back with other spaces$/,
      /refuses 2 of \d+ unusual names, such as [^:]*:\d+,"name":""\}: 400: This field may not be blank\./,
      /refuses 1 of \d+ unusual names, such as .*\\u0000.*Null characters are not allowed/,
      /refuses names of more than 200 characters \(3 requests\): 400: It has more than 200/,
    ],
  'a key in another letter case is not a field: Go with encoding/json': [
    {
      keeps: plant =>
        Object.fromEntries(Object.entries(plant).map(([key, value]) => [key.toLowerCase(), value])),
    },
    /name is "Aloe", not "Monstera"/,
    /tag is "Aloe", not missing/,
  ],
  'a success other than 200, with the Location of the plant, is one cause': [
    { success: { status: 201, headers: { location: '/plants/1' } } },
    / 1 difference: 201 in place of 200 for a valid NewPlant$/,
  ],
  'a success without a body is one cause': [
    { success: { status: 204, body: '' } },
    / 1 difference: 204 in place of 200 for a valid NewPlant$/,
  ],
  'a cause is what was broken: a status and a body are two causes: FastAPI with 201 and null': [
    { keeps: nullTag, success: { status: 201 } },
    / 2 differences: 201 in place of 200 for a valid NewPlant; 201 whose body is not a Plant$/,
  ],
  'what the service wrote is an example: refusals with a request id are one cause: DynamoDB': [
    {
      invalid: () => ({
        ...json(400, { title: 'A validation error occurred.', traceId: crypto.randomUUID() }),
        headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      }),
      refuses: ({ name, tag }) =>
        (name === '' || tag === '') &&
        refuse(500, `An AttributeValue may not be empty (RequestId: ${crypto.randomUUID()})`),
    },
    / 2 differences: .*500 in place of 200 for a valid NewPlant with a shorter name or tag than any that was added/,
    /400 whose body is not an Error \(\d+ requests\).*other JSON as application\/problem\+json/,
    / \(2 requests\)/,
  ],
  '500s of one kind are told apart by what they have and no plant has that was added: a database': [
    {
      refuses(plant) {
        const texts = textsOf(plant)
        const fails = (why: string) =>
          refuse(500, `insert into plants values ('${texts}') - ${why}`)
        if (BigInt.asIntN(32, plant.id) !== plant.id) return fails('Out of range for id')
        if ([...plant.name].length > 255) return fails("Data too long for column 'name'")
        if (texts.includes('\0')) return fails('invalid byte sequence for encoding "UTF8": 0x00')
        return /[\u{10000}-\u{10ffff}]/u.test(texts) && fails('Incorrect string value')
      },
    },
    /^(?!.*Check the address)(?!.*refuses names of).* 4 differences: /,
    /500 in place of 200 for a valid NewPlant with an id beyond -2147483648 to 2147483647/,
    /500 in place of 200 for a valid NewPlant with a longer name than any that was added/,
    /500 in place of 200 for a valid NewPlant with a control character in name or tag/,
    /500 in place of 200 for a valid NewPlant with a character beyond the basic plane in name or tag/,
    /Out of range for id/,
    /Data too long/,
  ],
  'the first plant of another id may not come back: ids are doubles': [
    returnsFirst(({ id }) => Number(id)),
    / service tag is missing, not "tropical" repeat .* 1 difference: The plant of another id came back, as if the two ids were one$/,
  ],
  'a list of tags is one note, and hides no other difference': [
    {
      keeps: plant => ({ ...plant, name: plant.name.trim() }),
      refuses: ({ tag = 'tropical' }) =>
        !['tropical', 'succulent'].includes(tag) && refuse(400, 'It must be tropical or succulent'),
    },
    /^(?!.*refuses (?:names|tags) of).* 1 difference: name came back with other spaces$/,
    /refuses (\d+) of \1 unusual tags, such as .*: 400: It must be tropical or succulent/,
  ],
  'plants without a tag are a trait': [
    refusing(({ tag }) => tag === undefined, html(500, 'Oops')),
    / 1 difference: 500 in place of 200 for a valid NewPlant with no tag$/,
    /<title>Oops/,
  ],
  'a tag may be lost where it comes before the name': [
    {
      keeps: plant => {
        const [field] = Object.keys(plant)
        return field === 'tag' ? { ...plant, tag: undefined } : plant
      },
    },
    / 1 difference: tag did not come back$/,
  ],
  'an empty tag is not an absent one': [
    { keeps: plant => ({ ...plant, tag: plant.tag ?? '' }) },
    / 1 difference: tag came back, but was not sent$/,
  ],
  'no token is asked for': [{ isAllowed: () => true }, WITHOUT_TOKEN],
  'the right token is taken with any scheme': [
    { isAllowed: authorization => authorization.split(' ').at(-1) === TOKEN },
    WITHOUT_TOKEN,
  ],
  'the id 0 is refused': [refusing(({ id }) => id === 0n), REFUSES_IDS],
  'ids below 0 are refused': [refusing(({ id }) => id < 0n), REFUSES_IDS],
  'an id at the end of what integers hold, the largest, is refused': [
    refusing(({ id }) => id === 2n ** 63n - 1n),
    REFUSES_IDS,
  ],
  'the id 0 is refused as ids that exist are': [
    takesOnce(exactId, undefined, [0n]),
    / 1 difference: 409 in place of 200 for a valid NewPlant$/,
  ],
  'two commands belong together where the second says then: ids are kept as doubles': [
    takesOnce(({ id }) => Number(id)),
    / 1 difference: 409 in place of 200 for a valid NewPlant with an id past 2\^53, which a double may round$/,
    / repeat curl [^{]*\{[^}]*\}' then curl /,
  ],
  'ids beyond int64 are kept as doubles, and refused when they exist': [
    keepsDoubles(),
    / 1 difference: 409 in place of 200 for a valid NewPlant with an id past 2\^53, which a double may round$/,
    /good to know: 200 for \d+ requests that are invalid, such as /,
  ],
  'a service that keeps ids in 32 bits is verified with these, and the bound is a difference': [
    refusing(({ id }) => BigInt.asIntN(32, id) !== id),
    REFUSES_IDS,
  ],
  'ids are cut to 32 bits': [takesOnce(({ id }) => BigInt.asIntN(32, id)), /409 in place of 200/],
  'a plant that fails each time is told, also where one that exists fails in the same way': [
    {
      before: (() => {
        const seen = new Set<string>()
        return ({ body }: Seen) => {
          const [id] = /(?<="id":)-?\d+(?=,)/.exec(body) ?? []
          if (id === undefined) return undefined
          if (seen.has(id)) return refuse(500, 'Broken')
          seen.add(id)
          return id === '2147483647' ? refuse(502, 'Lost') : undefined
        }
      })(),
    },
    /500 in place of 200 for a valid NewPlant/,
  ],
  'ids are kept without their sign': [
    takesOnce(({ id }) => (id < 0 ? -id : id)),
    /409 in place of 200 .* repeat curl .*"id":(\d+),[^{]* then curl [^{]*\{"id":-\1,/,
  ],
})

const invalidFor = (field: string, msg: string) =>
  json(422, { detail: [{ type: 'invalid', loc: ['body', field], msg }] })

/** What is told of a service that failed for so many requests. */
const notEachTime = (requests: number, got: string): RegExp =>
  new RegExp(
    `^(?!.* differences?:)(?!.*takes each name)(?!.*refuses)(?!.*No differences).*Not each time: ${requests} of \\d+ requests got ${got}, and w(?:as|ere) answered as .* The service is unreliable: ${requests} of `,
  )

/** What is right, but not each time. */
export const unreliable = (): Rows => ({
  'a 500 for the second request says nothing of names': [forOnce(2, 500), notEachTime(1, '500')],
  'a first connection that is lost is tried again': [resetOnce(1), notEachTime(1, 'no response')],
  'no response to the second request says nothing of the first': [
    resetOnce(2),
    notEachTime(1, 'no response'),
  ],
  'a cold start of three requests with 503, which do not say for how long': [
    coldStart(3, 503),
    notEachTime(3, '503'),
  ],
  'a first 404 that comes twice is counted twice': [coldStart(2, 404), notEachTime(2, '404')],
  'a plain plant that failed between is counted': [
    failing(count => count === 60 || count === 61, refuse(502, 'Deploying')),
    notEachTime(2, '502'),
  ],
  'a plain plant that alone failed is told': [
    failsAfterRefusal(),
    /Not each time: 1 of \d+ requests got 500, and was answered as it should be when repeated/,
  ],
  'names are taken only once also where the plant that shows it failed once': [
    failing(count => count === 4, refuse(500, 'database is locked'), {
      before: (() => {
        const answer = service(takesNamesOnce())
        return (seen: Seen) => answer(seen)
      })(),
    }),
    /Not each time: 1 of \d+ requests got 500, .* takes each name only once: 409: Monstera exists/,
  ],
  'a 404 for the second request says nothing of names': [forOnce(2, 404), notEachTime(1, '404')],
  'a 401 for one of many names never says that each is taken only once': [
    forOnce(60, 401),
    notEachTime(1, '401'),
  ],
  'a 400 for one of many texts says nothing of it': [forOnce(100, 400), notEachTime(1, '400')],
  'a 500 for the first of two requests is told': [forOnce(10, 500), notEachTime(1, '500')],
  'a first 404 is repeated before it stops, and says nothing of the address': [
    forOnce(1, 404),
    notEachTime(1, '404'),
  ],
  'a cold start of one request': [coldStart(1), notEachTime(1, '500')],
  'a cold start of two requests says nothing of names': [coldStart(2), notEachTime(2, '500')],
  'a cold start of four requests says nothing of ids': [coldStart(4), notEachTime(4, '500')],
  'a cold start of eight requests says nothing of either': [coldStart(8), notEachTime(8, '500')],
  'a cold start says nothing at any time of day: smaller ids never coincide': [
    { ...coldStart(8), args: ['--first-id', '1800000000000000'] },
    notEachTime(8, '500'),
  ],
  'a 429 for once is a response': [forOnce(60, 429), notEachTime(1, '429')],
  'one replica of two lacks the route': [
    failing(count => count % 2 === 0, refuse(404, 'No route')),
    /^(?!.* differences?:)(?!.*refuses).*Not each time: \d+ of \d+ requests got 404.* The service is unreliable: /,
  ],
  'one replica of three lacks the route': [
    failing(count => count % 3 === 2, refuse(404, 'No route')),
    /^(?!.* differences?:)(?!.*refuses).*Not each time: \d+ of \d+ requests got 404.* The service is unreliable: /,
  ],
  'one replica of two has older rules': [
    failing(
      () => false,
      undefined,
      (() => {
        let count = 0
        return {
          before: ({ body }) =>
            ++count % 2 === 0 && body.includes('"tag"') ? refuse(400, 'No tags') : undefined,
        }
      })(),
    ),
    /^(?!.* differences?:)(?!.*refuses).*Not each time: /,
  ],
})

export const conforming = (): Rows => ({
  'names that verify makes up are not what is refused: unique names, and no empty tag': [
    {
      ...takesNamesOnce(),
      before: ({ body }) => (body.includes('"tag":""') ? refuse(400, 'Empty') : undefined),
    },
    /refuses 1 of \d+ unusual tags, such as \{"id":\d+,"name":"[^"]+","tag":""\}: 400: Empty/,
  ],
  'a bound is exact, found with texts of the same signs: unique names of at most 60 characters': [
    {
      ...takesNamesOnce(),
      before: ({ body }) =>
        (/"name":"([a-z]*)"/.exec(body)?.[1] ?? '').length > 60
          ? refuse(400, 'Too long')
          : undefined,
    },
    /refuses names of more than 60 (?:characters|letters) \(\d+ requests\): 400: Too long/,
    /takes each name only once: 409: /,
  ],
  'a rule about signs and length with one message is a bound and one line': [
    refusing(({ name }) => !/^[\w -]{1,30}$/.test(name), refuse(400, 'The name is invalid')),
    /refuses names of more than 30 characters \(\d+ requests\): 400: The name is invalid/,
    /^(?!(?:.*refuses \d+ of \d+ unusual names){2}).*refuses \d+ of \d+ unusual names, such as .*: 400: The name is invalid/,
  ],
  'a failure for what the specification leaves open is told, and fails no run': [
    { ...forOnce(200, 500) },
    /Not each time: 1 of \d+ requests got 500, and was answered as it should be when repeated/,
  ],
  'of a service that only decodes bodies that are not UTF-8 nothing else is told': [
    {},
    /good to know: 200 for 1 request that is invalid, such as the body is not UTF-8 printf [^|]*\| curl [^|]* --data-binary @- \d+ requests sent/,
  ],
  'a refusal without an Error, an unexpected-response, and a bound are left open: FastAPI': [
    {
      invalid: () => invalidFor('id', 'Input should be a valid integer'),
      ...refusing(
        ({ name }) => name.length > 50,
        invalidFor('name', 'String should have at most 50 characters'),
      ),
    },
    /422 without an Error for \d+ requests: an unexpected-response to the client/,
    /refuses names of more than 50 characters \(\d+ requests\): 422: body; name; String should have at most 50 characters/,
  ],
  'what many clients send and the service refuses is left open: NestJS with a whitelist': [
    {
      before: ({ headers, method }) =>
        headers['content-encoding']
          ? refuse(500, 'incorrect header check')
          : method === 'POST' && headers['content-type'] === 'application/json; charset=utf-8'
            ? refuse(415, 'Send JSON')
            : undefined,
      isAllowed: authorization => authorization === RIGHT,
      refuses(plant) {
        const known = requestFields.map(({ name }) => `${name}`)
        const other = Object.keys(plant).find(key => !known.includes(key))
        return other !== undefined && refuse(400, `property ${other} should not exist`)
      },
    },
    /refuses a plant with a field that it does not know, which later clients may send: 400: property/,
    /refuses the media type application\/json; charset=utf-8, which many clients send: 415: Send JSON/,
    /refuses the scheme bearer in lower case, although RFC 9110 \(11\.1\) allows it: 401/,
    /500 for 1 request with the header Content-Encoding: gzip and a body that is not: incorrect header check/,
    /^(?!.*of another media type)/,
  ],
  'failures for invalid bodies, with 500, are left open': [
    { invalid: () => html(500, 'Error') },
    /500 for \d+ requests that are invalid, such as/,
  ],
  'values that a firewall refuses are left open, each with its page: ModSecurity': [
    {
      before: ({ body }) =>
        /<script|<%|' ?or|\.\.\//i.test(body) ? html(403, '403 Forbidden') : undefined,
    },
    /refuses 3 of \d+ unusual names, such as .*: 403 Forbidden/,
  ],
  'a plain plant is sent again after a refusal that says nothing about the plant (401, 403, 404, 5xx)':
    [
      doubted(401, 403, 404, 500),
      /Not each time: 4 of \d+ requests got 401 \(1\), 403 \(1\), 404 \(1\), 500 \(1\), and were answered as they should be when repeated/,
    ],
  'a rule that gives the same reason whatever it refuses is one line: only Latin-1 is taken': [
    refusing(
      plant => /[\u0100-\uffff]/.test(textsOf(plant)),
      refuse(422, 'Unsupported characters'),
    ),
    /refuses \d+ of \d+ unusual names, such as .*: 422: Unsupported characters/,
  ],
  'the first plant of an id that exists may come back: on conflict do nothing': [
    returnsFirst(exactId, { id: 1n, name: 'Ficus' }),
    /returns another plant for these ids, as it does for ids that exist: 1/,
  ],
  'a plant of its own has a common id, and each refusal its own text': [
    takesOnce(exactId, id => refuse(400, `${id} exists (error ${crypto.randomUUID()})`), [1n]),
    /refuses these ids as it refuses ids that exist, as they may since another run: 1 /,
  ],
  'no id is sent twice by chance: a first id near a fixed one': [
    { ...takesOnce(exactId), args: ['--first-id', '2147483640'] },
    /^(?!.*ids that exist)/,
  ],
  'an id that is taken refuses no text: ids after the first one are there already': [
    {
      ...takesOnce(exactId, undefined, [5_000_000_050n, 5_000_000_051n, 5_000_000_052n]),
      args: ['--first-id', '5000000000'],
    },
    /refuses these ids as it refuses ids that exist, as they may since another run: (50000000(50|51|52)[ ,]+){3}/,
  ],
  'a service that takes each name only once gets plants with names of their own: a unique index': [
    takesNamesOnce(),
    /takes each name only once: 409: Monstera exists/,
  ],
  'names of an earlier run may be refused: a unique index on the names, in a second run': [
    { ...takesNamesOnce(), runs: 2 },
    /refuses \d+ plants as it refuses names that exist, as they may since another run/,
  ],
  'at most five requests without the right token, besides a preflight': [locksAfter(6, false)],
  'accepted plants are put between requests without the right token': [locksAfter(2, true)],
  '--right-token-only sends no request without the right token': [
    { ...locksAfter(1, false), args: ['--right-token-only'] },
    /Not probed: no credentials, .*, a preflight: --right-token-only/,
  ],
  'a value of --header that is also in a response is not a difference': [
    { ...wantsJson, args: ['--header', 'Accept: application/json'] },
  ],
  'a token that is also in a plant is not a difference': [
    {
      isAllowed: authorization => /^bearer +Monstera$/i.test(authorization),
      args: ['--token', 'Monstera'],
    },
  ],
})

/** What cannot be verified, or not to the end. */
export const stopping = (): Rows => ({
  'it stops where the token has expired, without differences': [
    { ...lostAfter(14, refuse(401, 'The token has expired')), requests: 16 },
    /stopped accepting plants after 14 requests, at "[^"]+": a plain plant, as it had accepted before, got 401: The token has expired$/,
    /Stopped early\. No differences in what was answered/,
  ],
  'a token that expires among invalid bodies is lost there, and a preflight locks no account': [
    lostFrom(({ body }) => body.includes('1e400'), refuse(401, 'The token has expired')),
    /lost at this request service 401: The token has expired repeat curl [^{]*\{"id":1e400,/,
    /got 401: The token has expired$/,
  ],
  'it stops where the route is gone, and says after how many requests and with what response': [
    { ...lostAfter(30, text(404, 'Gone')), requests: 34 },
    /stopped accepting plants after 3\d requests, .* got 404: Gone$/,
  ],
  'a plain plant is sent again at the end: a quota is used up there': [
    lostAfter(227, refuse(400, 'Your plan has 227 plants')),
    /stopped accepting plants after 2\d\d requests/,
  ],
  'a plain plant is sent again after a new refusal of a valid plant: a quota is used up': [
    { ...lostAfter(25, refuse(400, 'Your plan has 25 plants')), requests: 27 },
    /^(?!.*refuses \d+ of).*stopped accepting plants after 2\d requests.*400: Your plan has 25 plants/,
  ],
  'a plain plant is sent again after no response; what came after the last accepted plant is not told':
    [
      { ...lostAfter(4), requests: 6 },
      /The service was lost at this request service no response: other side closed repeat curl /,
      / sent for 4 of \d+ probes: 4 as specified, /,
      / stopped answering after 4 requests, at "the top of int64": a plain plant got no response: other side closed$/,
    ],
  'a busy service is given up after a plain plant': [
    lostAfter(1, refuse(503, 'Not now')),
    / at "every field": a plain plant, as it had accepted before, got 503: Not now\. If it limits how many requests it takes, send slower, with --delay 1000, or fewer plants, with --plants 1$/,
  ],
  'a busy service is not asked again before a minute is over': [
    { ...busy({ 'retry-after': '61' }), requests: 1 },
    /cannot be verified: busy, 503: Not now, \? \[token\] \(Retry-After: 61\)\. It says that it is back in 61 seconds$/,
  ],
  'a busy service is asked again twice': [
    { ...busy({ 'retry-after': '0' }), requests: 3 },
    /busy, 503: Not now, \? \[token\] \(Retry-After: 0\)\. It says that it is back in 0 seconds$/,
  ],
  'a busy service that does not say for how long is one that refuses every plant': [
    busy({}),
    /it refuses every plant, also with small ids: 503: Not now, \? \[token\]$/,
  ],
  'a gateway has lost the service: its 502 asks whether the service is up': [
    lostAfter(60, html(502, '502 Bad Gateway')),
    /502 Bad Gateway\. This is the response of a gateway that got none from the service: is the service up\?$/,
  ],
  'a limit that allows less than one request a minute cannot be verified through': [
    limits({ 'retry-after': '3600' }),
    /429: Too Many Requests \(Retry-After: 3600\)\. Its limit is about one request in 1\d\d seconds, so it cannot be verified through that limit/,
  ],
  'where a limit ends the run, the report says what delay its RateLimit-Policy asks for': [
    limits({ 'ratelimit-policy': '30;w=900', 'retry-after': '61' }),
    /Send slower, with --delay 30000, and fewer plants, with --plants 1$/,
  ],
  'where a limit ends the run without a policy, the report says the delay by Retry-After': [
    limits({ 'retry-after': '897' }),
    /Send slower, with --delay 30000/,
  ],
  'a redirect to a slash at the end, as Django and FastAPI have it': [
    redirects(307, 'http://plants.test/plants/'),
    /a redirect to http:\/\/plants\.test\/plants\/\. Redirects are not followed\. The contract has \/plants without a slash at its end/,
  ],
  'a Location is shown without its secrets where a run stops': [
    redirects(302, `https://me:${PASSWORD}@idp.test/login?code=my-code&state=1`),
    SECRETS,
    /a redirect to https:\/\/\[redacted\]@idp\.test\/login\?code=\[redacted\]&state=1\./,
  ],
  'maintenance is not a limit: it says when the service is back': [
    busy({ 'retry-after': '3600' }),
    /\(Retry-After: 3600\)\. It says that it is back in 3600 seconds$/,
  ],
  'before a service that is down nobody is told to send fewer plants': [
    busy({}),
    /^(?!.*fewer plants)(?!.*--delay).*cannot be verified: .*503/,
  ],
  'a redirect to https names the address to verify': [
    redirects(308, 'https://plants.test/plants'),
    /Redirects are not followed\. Verify https:\/\/plants\.test$/,
  ],
  'a redirect to the same address comes of a proxy': [
    redirects(301, '/plants'),
    /It leads to the same address: a proxy .*X-Forwarded-Proto/,
  ],
  'a redirect to a sign-in, as oauth2-proxy sends who is not signed in': [
    redirects(302, 'https://idp.test/login?rd=%2F'),
    /If it leads to a sign-in, a gateway in front of the service does not accept this token/,
  ],
  'a first id whose plants are there stops a run: the same first id twice': [
    { ...takesOnce(exactId), args: ['--first-id', '5000000000'], runs: 2 },
    /seems to have plants with the ids from 5000000000 on: it returned 409: It exists\. Choose another --first-id/,
  ],
  'the first request that was refused is named, with its command, if all plants are: the account may be locked where a wrong token was sent before':
    [
      locksAfter(3, false),
      /The service was lost at this request service 401: .* curl /,
      /got 401: .*\. Before, there were requests without the right token, so the account may be locked: once it is open again, leave them out with --right-token-only$/,
    ],
  'the first request since the last accepted plant that got no response is named': [
    lostFrom(({ headers }) => headers['content-encoding'] === 'gzip'),
    /lost at this request service no response: .* -H 'Content-Encoding: gzip' -d /,
    /at "a coded body": a plain plant got no response: other side closed$/,
  ],
  'it stops if the first response, a 401, which is not repeated, shows that the token is wrong': [
    { ...always(refuse(401, `No ${TOKEN}`)), requests: 1 },
    /does not accept this token: it returned 401: No \[token\]\. If it is right, .* PHP/,
  ],
  'a 403 of the first plant may want a header, or another address': [
    { ...always(json(403, { message: 'Forbidden' })), requests: 1 },
    /403: Forbidden\. If it is right, a gateway may want a header of its own \(--header\)/,
    /Or the base address is wrong, which gateways of AWS answer with 403: verify adds \/plants to it/,
  ],
  'it stops if the first response, a 404, shows that the address is wrong': [
    { ...always(text(404, 'Not here')), requests: 3 },
    / POST http:\/\/plants\.test\/plants, with a valid plant, returned 404: Not here\. The base address is wrong: /,
    /If the service has a path before \/plants, such as \/v1, try http:\/\/plants\.test\/v1$/,
  ],
  'a base path that the service may not have': [
    { ...always(text(404, 'Not here')), args: ['http://plants.test/v1'] },
    /If the service has no \/v1 before \/plants, try http:\/\/plants\.test$/,
  ],
  'a base path with /plants': [
    { ...always(text(404, 'Not here')), args: ['http://plants.test/api/plants'] },
    /so leave \/plants out: http:\/\/plants\.test\/api$/,
  ],
  'a 406 of the first plant may want a header': [
    wantsJson,
    /406, other JSON: .*\. If it wants a header of its own, such as a version or an Accept/,
  ],
  'a 200 with a page comes from another service, whatever the id is: a single-page application': [
    { ...always(html(200, 'Plant Shop')), requests: 2 },
    /with two valid plants, returned neither a Plant nor an Error, but 200, not JSON as text\/html.*Plant Shop.*\. Check the address$/,
  ],
  'other names and smaller ids are tried before it stops if it takes none of the first plants': [
    {
      ...always({ status: 501, body: 'Not here' }),
      args: ['--first-id', '7000000007'],
      requests: 9,
    },
    /returned neither a Plant nor an Error, but 501, .*: Not here\. Check the address$/,
  ],
  'three smaller ids are tried, each once, whatever the first id is': [
    { ...always(json(500, { oops: 1 })), args: ['--first-id', '7000000000'], requests: 9 },
    /but 500, other JSON: \{"oops":1\}\. Check the address$/,
  ],
  'it is told that every plant is refused': [
    always(refuse(400, 'No plants')),
    /refuses every plant, also with small ids: 400: No plants\. If it wants a header of its own/,
  ],
})
