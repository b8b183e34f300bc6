// Services that conform, services that are each wrong in one way, and what else services do to texts.
import { errorBody, successFields, successStatus } from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import { readJson } from '../../mock/json/read.ts'
import { writeJson } from '../../mock/json/write.ts'
import type { Answer } from './in-process.ts'
import { type Reply, type Seen, TOKEN } from './sample-service.ts'

type Plant = Record<string, unknown>

/** A service, and what the report says of it. */
type Described = [create: () => Answer, said: RegExp]

const json = (status: number, value: unknown): Reply => ({ status, body: writeJson(value) })
const refuse = (status: number, message = 'Refused'): Reply =>
  json(status, errorBody(status, message))

/** How a service is made from one that conforms. */
interface Parts {
  /** Returns the plant of a success, or another response. */
  add?: (plant: Plant, seen: Seen) => Plant | { reply: Reply | undefined }
  /** The response to a body that is not a NewPlant. */
  invalid?: (seen: Seen) => Reply | undefined
  /** Makes of each response another one. */
  reply?: (reply: Reply) => Reply
  isAllowed?: (authorization: string) => boolean
}

const service = ({
  add = plant => plant,
  invalid = () => refuse(400),
  reply: change = reply => reply,
  isAllowed = authorization => authorization === `Bearer ${TOKEN}`,
}: Parts = {}): Answer => {
  const answer = (seen: Seen): Reply | undefined => {
    if (seen.path !== '/plants' || seen.method !== 'POST') return refuse(404)
    if (!isAllowed(seen.headers.authorization ?? '')) return refuse(401)
    let plant: unknown
    try {
      plant = readJson(seen.body)
    } catch {}
    if (issuesOfRequest(plant).length > 0) return invalid(seen)
    const { id: _, name, tag } = plant as Plant
    const added = add({ ...(plant as Plant), name, tag }, seen)
    if ('reply' in added) return added.reply as Reply | undefined
    return json(successStatus, 'data' in added ? added : pick(added, plant as Plant))
  }
  return seen => {
    const reply = answer(seen)
    return reply && change(reply)
  }
}

const SUCCESS_FIELDS = new Set<string>(successFields)

/** The fields of the contract, and the fields that a service adds. */
const pick = (added: Plant, sent: Plant): Plant =>
  Object.fromEntries(
    Object.entries(added).filter(
      ([name, value]) =>
        value !== undefined && (SUCCESS_FIELDS.has(name) || !Object.hasOwn(sent, name)),
    ),
  )

/** Spoils the texts of a field. */
const spoils = (
  field: 'name' | 'tag',
  change: (text: string) => unknown,
  said: RegExp,
): Described => {
  const add = (plant: Plant): Plant => {
    const text = plant[field]
    return typeof text === 'string' ? { ...plant, [field]: change(text) } : plant
  }
  return [() => service({ add }), said]
}

const cutBytes = (text: string) =>
  new TextDecoder().decode(new TextEncoder().encode(text).slice(0, 255)).replace(/\ufffd$/, '')

const idOf = ({ id }: Plant) => BigInt(id as number | bigint)

/** Rejects ids that it knows, by the key that it keeps. */
const rejecting = (key: (id: bigint) => unknown): Described => [
  () => {
    const ids = new Set<unknown>()
    return service({
      add(plant) {
        const kept = key(idOf(plant))
        if (ids.has(kept)) return { reply: refuse(409, `${kept} exists`) }
        ids.add(kept)
        return plant
      },
    })
  },
  /409 in place of 200/,
]

/** Has another response to some plants. */
const responding = (
  reply: Reply,
  said: RegExp,
  isMeant: (plant: Plant) => boolean = () => true,
): Described => [() => service({ add: plant => (isMeant(plant) ? { reply } : plant) }), said]

const refusingIds = (isRefused: (id: bigint) => boolean, said = /400 in place of 200/): Described =>
  responding(refuse(400, 'Bad id'), said, plant => isRefused(idOf(plant)))

/** What services do to texts. For each, verify sends a name and a tag that show it; of some, what the report says. */
export const changesOfTexts: Record<
  string,
  [change: (text: string) => unknown, field?: 'name' | 'tag', said?: RegExp]
> = {
  'trims them': [text => text.trim(), 'name', /name came back with other spaces/],
  'trims their ends only': [text => text.trimEnd()],
  'makes one space of two': [text => text.replace(/ +/g, ' ')],
  'makes spaces of tabs': [
    text => text.replaceAll('\t', ' '),
    'name',
    /name is "[^"]*", not "[^"]*\\t[^"]*"/,
  ],
  'makes LF of CRLF': [text => text.replaceAll('\r\n', '\n')],
  'makes an ordinary space of a no-break space': [text => text.replaceAll('\u00a0', ' ')],
  'chomps a line break at the end': [text => text.replace(/\n$/, '')],
  'cuts them at 50 characters': [text => text.slice(0, 50)],
  'cuts them at 255 characters': [
    text => [...text].slice(0, 255).join(''),
    'name',
    /\(255 characters\), not .*\(\d+ characters\)/,
  ],
  'cuts them at 255 bytes': [cutBytes, 'name', /name came back cut off/],
  'cuts them at the character 0': [text => text.split('\0')[0]],
  'lower-cases them': [text => text.toLowerCase(), 'tag', /tag came back with another letter case/],
  'capitalizes them': [
    text => text.replace(/^./u, first => first.toUpperCase()),
    'name',
    /name came back with another letter case/,
  ],
  'composes characters (NFC)': [
    text => text.normalize('NFC'),
    'name',
    / 1 difference: name came back with another Unicode normalization$/,
  ],
  'decomposes characters (NFD)': [text => text.normalize('NFD')],
  'replaces compatibility characters (NFKC)': [
    text => text.normalize('NFKC'),
    'tag',
    /with another Unicode normalization/,
  ],
  'drops quotes': [text => text.replace(/["']/g, '')],
  'doubles single quotes': [text => text.replaceAll("'", "''")],
  'drops backslashes': [text => text.replaceAll('\\', ''), 'tag', /tag came back with other signs/],
  'drops control characters, but no spaces': [
    text => text.replace(/(?!\s)\p{Cc}/gu, ''),
    'name',
    /name came back with other control characters/,
  ],
  'drops right-to-left marks': [text => text.replace(/[\u200e\u200f]/g, '')],
  'drops byte order marks': [
    text => text.replace(/^\ufeff/, ''),
    'tag',
    /tag is "Aloe", not "\\ufeffAloe"/,
  ],
  'drops line separators': [text => text.replaceAll('\u2028', '')],
  'drops variation selectors': [text => text.replaceAll('\ufe0f', '')],
  'drops characters beyond the basic plane': [text => text.replace(/[^\0-\uffff]/gu, '?')],
  'reads the body as Latin-1': [text => Buffer.from(text).toString('latin1')],
  'makes one character of three dots': [text => text.replaceAll('...', '\u2026')],
  'drops a hash sign at the start': [text => text.replace(/^#/, '')],
  'escapes HTML': [
    text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    'name',
    /name came back as another text/,
  ],
  'drops HTML tags': [text => text.replace(/<\/?\w+>/g, '')],
  'strips scripts': [text => text.replace(/<script.*<\/script>/, '')],
  'makes links of addresses': [text => text.replace(/https?:\S+/, address => `<a>${address}</a>`)],
  'decodes percent signs': [text => text.replaceAll('%25', '%')],
  'reads a plus sign as a space': [text => text.replaceAll('+', ' ')],
  'makes numbers of digits': [
    text => (/^\d+$/.test(text) ? Number(text) : text),
    'tag',
    /tag must be a string, but got the number \d+/,
  ],
  'keeps long digits as a double': [text => (/^\d{16,}$/.test(text) ? `${Number(text)}` : text)],
  'rewrites decimals': [text => (/^\d+\.\d+$/.test(text) ? String(Number(text)) : text)],
  'makes an instant of a day': [text => text.replace(/^(\d{4}-\d\d-\d\d)$/, '$1T00:00Z')],
  'makes dates of texts': [text => (/^\d{4}.*T/.test(text) ? new Date(text).toUTCString() : text)],
  'makes null of the word': [text => (text === 'null' ? null : text)],
  'makes a boolean of the word': [
    text => (text === 'true' ? true : text),
    'name',
    /name must be a string, but got true/,
  ],
  'drops the word undefined': [text => (text === 'undefined' ? undefined : text)],
  'fails at properties of a prototype': [text => (text === '__proto__' ? undefined : text)],
  'drops the digit 0': [
    text => (text === '0' ? undefined : text),
    'tag',
    /tag is missing, not "0"/,
  ],
  'drops empty texts': [text => text || undefined],
}

/** By what is wrong. */
export const wrong: Record<string, Described> = {
  ...Object.fromEntries(
    Object.entries(changesOfTexts).flatMap(([name, [change, field, said]]) =>
      field && said ? [[`${name}: each ${field}`, spoils(field, change, said)] as const] : [],
    ),
  ),
  'drops all tags': spoils('tag', () => undefined, /tag did not come back/),
  'loses a tag that comes before the name': [
    () =>
      service({
        add: (plant, { body }) =>
          body.indexOf('"tag"') < body.indexOf('"name"') ? { ...plant, tag: undefined } : plant,
      }),
    /tag did not come back/,
  ],
  'returns null for a tag that is absent': [
    () => service({ add: plant => ({ ...plant, tag: plant.tag ?? null }) }),
    / 1 difference: 200 whose body is not a Plant$/,
  ],
  'returns an empty tag for one that is absent': [
    () => service({ add: plant => ({ ...plant, tag: plant.tag ?? '' }) }),
    /tag came back, but was not sent/,
  ],
  'swaps name and tag': [
    () =>
      service({
        add: plant => (plant.tag ? { ...plant, name: plant.tag, tag: plant.name } : plant),
      }),
    /name and tag came back as another text/,
  ],
  'returns the plant before': [
    () => {
      let before: Plant = { name: 'Hoya' }
      return service({
        add(plant) {
          const last = before
          before = plant
          return last
        },
      })
    },
    /name( and tag)? came back as another text/,
  ],
  'returns 201': [
    () =>
      service({
        reply: reply => ({
          ...reply,
          status: reply.status + Number(reply.status === successStatus),
        }),
      }),
    / 1 difference: 201 in place of 200 for a valid NewPlant$/,
  ],
  'returns no body': responding({ status: 204 }, /204 in place of 200/),
  'wraps plants': [
    () => service({ add: plant => ({ data: { ...plant, id: 1 } }) }),
    /name is required/,
  ],
  'says that JSON is text': [
    () => service({ reply: reply => ({ ...reply, headers: { 'content-type': 'text/plain' } }) }),
    /200 whose Content-Type is text\/plain/,
  ],
  'returns another error': [
    () => service({ invalid: () => json(400, { title: 'Bad Request', status: 400 }) }),
    /400 whose body is not an Error.*error is required/,
  ],
  'returns a text as the number of an error': [
    () => service({ invalid: () => json(400, { ...errorBody(1, 'No'), error: 'E1' }) }),
    /error must be an integer, but got the string "E1"/,
  ],
  'returns 400 without a body': [
    () => service({ invalid: () => ({ status: 400 }) }),
    /400 whose body is not an Error/,
  ],
  'asks for no token': [() => service({ isAllowed: () => true }), /200 without a bearer token/],
  'takes the right token with any scheme': [
    () => service({ isAllowed: text => text.split(' ').at(-1) === TOKEN }),
    / 1 difference: 200 without a bearer token$/,
  ],
  'refuses the id 0': refusingIds(id => id === 0n, /400 in place of 200.*"Bad id"/),
  'refuses ids below 0': refusingIds(id => id < 0n),
  'refuses ids beyond 2^53': refusingIds(id => id > 2n ** 53n),
  'refuses the largest id': refusingIds(id => id === 2n ** 63n - 1n),
  'refuses the id 0 as it refuses ids that exist': [
    () => {
      const ids = new Set<unknown>()
      const add = (plant: Plant) => {
        const id = idOf(plant)
        if (id === 0n || ids.has(id)) return { reply: refuse(400, 'Bad request') }
        ids.add(id)
        return plant
      }
      return service({ add })
    },
    /400 in place of 200 for a valid NewPlant/,
  ],
  'keeps ids as doubles': rejecting(Number),
  'keeps ids as int32': rejecting(id => BigInt.asIntN(32, id)),
  'keeps ids without their sign': rejecting(id => (id < 0 ? -id : id)),
  'fails without a tag': responding(
    { status: 500, body: '<h1>Oops' },
    /500 in place of 200.*<h1>Oops/,
    plant => plant.tag === undefined,
  ),
  'fails at properties of a prototype': responding(
    refuse(500),
    /500 in place of 200/,
    plant => plant.tag === '__proto__',
  ),
}

const isLong = ({ name, tag }: Plant) =>
  [name, tag].some(text => [...String(text ?? '')].length > 255)

/** Conform, each in its own way, with what the report says of what is left open. */
export const conforming: Record<string, Described> = {
  'as the specification has it': [service, /^(?!.*refuses (?!the scheme))/],
  'takes whatever is sent, and any token': [
    () =>
      service({
        invalid: () => json(successStatus, { name: 'Monstera' }),
        isAllowed: authorization => /^bearer +\S/i.test(authorization),
      }),
    /200 for \d+ requests that are invalid, such as/,
  ],
  'returns the id, and when the plant was added': [
    () => service({ add: plant => ({ ...plant, addedAt: 1 }), reply: reply => withId(reply) }),
    /a Plant has more fields in the response: id, addedAt/,
  ],
  'refuses texts of more than 255 characters': [
    () => service({ add: plant => (isLong(plant) ? { reply: refuse(400, 'Too long') } : plant) }),
    /refuses names of more than 255 characters \(\d+ requests\): 400: Too long .*refuses tags of more than 255 characters/,
  ],
  'refuses characters that it cannot keep': [
    () =>
      service({
        add: plant =>
          /\0/.test(`${plant.name}${plant.tag}`) ? { reply: refuse(422, 'Bad text') } : plant,
      }),
    /refuses \d+ of \d+ unusual names, such as .*\\u0000.*: 422: Bad text/,
  ],
  'returns 500 for invalid bodies': [
    () => service({ invalid: () => ({ status: 500, body: '<h1>Error</h1>' }) }),
    /500 for \d+ requests that are invalid, such as/,
  ],
  'has numbers of its own in errors': [
    () => service({ invalid: () => json(422, errorBody(17, 'No plant')) }),
    /No differences/,
  ],
  'has the plant 1, and refuses it with an id of its own': [
    () => {
      const ids = new Set([1n])
      let errors = 0
      const add = (plant: Plant) => {
        const id = idOf(plant)
        const reply = refuse(400, `${id} exists (error 3f2a-${++errors}e)`)
        if (ids.has(id)) return { reply }
        ids.add(id)
        return plant
      }
      return service({ add })
    },
    /refuses these ids as it refuses ids that exist, as they may since another run: 1 /,
  ],
  'returns a field that is deeply nested': [
    () =>
      service({
        reply: reply =>
          reply.status === successStatus
            ? {
                ...reply,
                body: String(reply.body).replace('{', `{"x":${'['.repeat(600)}${']'.repeat(600)},`),
              }
            : reply,
      }),
    /No differences/,
  ],
  'has parameters in its media type': [
    () =>
      service({
        reply: reply => ({
          ...reply,
          headers: { 'content-type': 'Application/JSON; charset=utf-8' },
        }),
      }),
    /No differences/,
  ],
}

function withId(reply: Reply): Reply {
  const body = String(reply.body)
  return reply.status === successStatus
    ? { ...reply, body: body.replace('{', '{"id":"7",') }
    : reply
}
