// Services that conform, and services that are each wrong in one way.
import { errorBody, successFields, successStatus } from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import { readJson } from '../../mock/json/read.ts'
import { writeJson } from '../../mock/json/write.ts'
import type { Answer } from './in-process.ts'
import { type Reply, type Seen, TOKEN } from './sample-service.ts'

export type Plant = Record<string, unknown>

const json = (status: number, value: unknown): Reply => ({ status, body: writeJson(value) })
export const refuse = (status: number, message = 'Refused'): Reply =>
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

export const service = ({
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

const mapText =
  (field: 'name' | 'tag', change: (text: string) => unknown) =>
  (plant: Plant): Plant => {
    const text = plant[field]
    return typeof text === 'string' ? { ...plant, [field]: change(text) } : plant
  }

/** Spoils the texts of a field. */
const spoils = (field: 'name' | 'tag', change: (text: string) => unknown): Answer =>
  service({ add: mapText(field, change) })

const cutBytes = (text: string) =>
  new TextDecoder().decode(new TextEncoder().encode(text).slice(0, 255)).replace(/\ufffd$/, '')

const idOf = ({ id }: Plant) => BigInt(id as number | bigint)

/** Rejects ids that it knows, by the key that it keeps. */
function rejecting(key: (id: bigint) => unknown): Answer {
  const ids = new Set<unknown>()
  return service({
    add(plant) {
      const kept = key(idOf(plant))
      if (ids.has(kept)) return { reply: refuse(409, `${kept} exists`) }
      ids.add(kept)
      return plant
    },
  })
}

const refusesIds = (isRefused: (id: bigint) => boolean): Answer =>
  service({ add: plant => (isRefused(idOf(plant)) ? { reply: refuse(400, 'Bad id') } : plant) })

const returning = (reply: (plant: Plant) => Reply | undefined): Answer =>
  service({ add: plant => ({ reply: reply(plant) }) })

/** By what is wrong, with what the report says. */
export const wrong: Record<string, [() => Answer, RegExp]> = {
  'trims names': [() => spoils('name', text => text.trim()), /name came back with other spaces/],
  'trims tags': [() => spoils('tag', text => text.trim()), /tag came back with other spaces/],
  'trims only ends of tags': [
    () => spoils('tag', text => text.trimEnd()),
    /tag came back with other spaces/,
  ],
  'makes one space of two': [
    () => spoils('name', text => text.replace(/ +/g, ' ')),
    /name came back with other spaces/,
  ],
  'makes spaces of tabs': [
    () => spoils('name', text => text.replaceAll('\t', ' ')),
    /name is "[^"]*", not "[^"]*\\t[^"]*"/,
  ],
  'makes LF of CRLF': [
    () => spoils('tag', text => text.replaceAll('\r\n', '\n')),
    /tag is "Aloe\\nvera", not "Aloe\\r\\nvera"/,
  ],
  'makes an ordinary space of a no-break space': [
    () => spoils('name', text => text.replaceAll('\u00a0', ' ')),
    /name is "Aloe vera", not "Aloe\\u00a0vera"/,
  ],
  'cuts names at 20 characters': [
    () => spoils('name', text => text.slice(0, 20)),
    /name came back cut off/,
  ],
  'cuts tags at 50 characters': [
    () => spoils('tag', text => text.slice(0, 50)),
    /tag came back cut off/,
  ],
  'cuts names at 255 characters': [
    () => spoils('name', text => [...text].slice(0, 255).join('')),
    /\(255 characters\), not .*\(\d+ characters\)/,
  ],
  'cuts names at 255 bytes': [() => spoils('name', cutBytes), /name came back cut off/],
  'cuts names at the character 0': [
    () => spoils('name', text => text.split('\0')[0]),
    /name is "[^"]*", not "[^"]*\\u0000[^"]*"/,
  ],
  'lower-case tags': [
    () => spoils('tag', text => text.toLowerCase()),
    /tag came back with another letter case/,
  ],
  'capitalizes names': [
    () => spoils('name', text => text.replace(/^./u, first => first.toUpperCase())),
    /name came back with another letter case/,
  ],
  'composes characters (NFC)': [
    () => spoils('name', text => text.normalize('NFC')),
    /1 difference: name came back with another Unicode normalization$/,
  ],
  'decomposes characters (NFD)': [
    () => spoils('tag', text => text.normalize('NFD')),
    / 1 difference: tag came back with another Unicode normalization$/,
  ],
  'replaces compatibility characters (NFKC)': [
    () => spoils('tag', text => text.normalize('NFKC')),
    /tag came back with another Unicode normalization/,
  ],
  'drops quotes': [
    () => spoils('name', text => text.replace(/["']/g, '')),
    /name came back with other signs/,
  ],
  'doubles single quotes': [
    () => spoils('name', text => text.replaceAll("'", "''")),
    /name is "[^"]*''[^"]*", not "[^"]*'[^"]*"/,
  ],
  'strips control characters but tabs and line breaks': [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the subject
    () => spoils('name', text => text.replace(/[\x02-\x08\x0b\x0e-\x1a]/g, '')),
    /name came back/,
  ],
  'chomps a line break at the end': [
    () => spoils('name', text => text.replace(/\n$/, '')),
    /name is "\\nAloe", not "\\nAloe\\n"/,
  ],
  'keeps long digits as a double': [
    () => spoils('tag', text => (/^\d{16,}$/.test(text) ? `${Number(text)}` : text)),
    /tag is "12345678901234567000", not "12345678901234567890"/,
  ],
  'makes an instant of a day': [
    () => spoils('name', text => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text)),
    /not "2024-01-01"/,
  ],
  'strips scripts': [
    () => spoils('tag', text => text.replace(/<script.*<\/script>/, '')),
    /tag is "", not "<script>/,
  ],
  'loses a tag that comes before the name': [
    () =>
      service({
        add: (plant, { body }) =>
          body.indexOf('"tag"') < body.indexOf('"name"') ? { ...plant, tag: undefined } : plant,
      }),
    /tag did not come back/,
  ],
  'returns the plant that it has for an id that is equal as a double': [
    () => {
      const plants = new Map<number, Plant>()
      return service({
        add(plant) {
          const id = Number(idOf(plant))
          if (!plants.has(id)) plants.set(id, plant)
          return plants.get(id) ?? plant
        },
      })
    },
    /The plant of another id came back/,
  ],
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
  'drops backslashes': [
    () => spoils('tag', text => text.replaceAll('\\', '')),
    /tag came back with other signs/,
  ],
  'escapes HTML': [
    () => spoils('name', text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    /name came back as another text/,
  ],
  'drops HTML tags': [
    () => spoils('name', text => text.replace(/<\/?\w+>/g, '')),
    /name came back as another text/,
  ],
  'decodes percent signs': [
    () => spoils('tag', text => text.replaceAll('%25', '%')),
    /tag came back as another text/,
  ],
  'reads a plus sign as a space': [
    () => spoils('tag', text => text.replaceAll('+', ' ')),
    /tag came back with other signs/,
  ],
  'makes numbers of digits': [
    () => spoils('tag', text => (/^\d+$/.test(text) ? Number(text) : text)),
    /tag must be a string, but got the number \d+/,
  ],
  'rewrites decimals': [
    () => spoils('tag', text => (/^\d+\.\d+$/.test(text) ? String(Number(text)) : text)),
    /tag is "1\.5", not "1\.50"/,
  ],
  'makes null of the word': [
    () => spoils('tag', text => (text === 'null' ? null : text)),
    /tag must be a string, but got null/,
  ],
  'makes a boolean of the word': [
    () => spoils('name', text => (text === 'true' ? true : text)),
    /name must be a string, but got true/,
  ],
  'drops tags that are the word undefined': [
    () => spoils('tag', text => (text === 'undefined' ? undefined : text)),
    /tag did not come back/,
  ],
  'drops empty tags': [() => spoils('tag', text => text || undefined), /tag did not come back/],
  'returns null for a tag that is absent': [
    () => service({ add: plant => ({ ...plant, tag: plant.tag ?? null }) }),
    /tag must be a string, but got null/,
  ],
  'returns an empty tag for one that is absent': [
    () => service({ add: plant => ({ ...plant, tag: plant.tag ?? '' }) }),
    /tag came back, but was not sent/,
  ],
  'drops all tags': [() => spoils('tag', () => undefined), /tag did not come back/],
  'swaps name and tag': [
    () =>
      service({
        add: plant => (plant.tag ? { ...plant, name: plant.tag, tag: plant.name } : plant),
      }),
    /name and tag came back as another text/,
  ],
  'drops characters beyond the basic plane': [
    () => spoils('name', text => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    /name came back (as another text|with other signs)/,
  ],
  'reads the body as Latin-1': [
    () => spoils('name', text => Buffer.from(text).toString('latin1')),
    /name came back as another text/,
  ],
  'drops control characters': [
    () =>
      spoils('name', text =>
        text.replace(/\p{Cc}/gu, control => ('\t\n\r'.includes(control) ? control : '')),
      ),
    /name came back with other control characters/,
  ],
  'drops right-to-left marks': [
    () => spoils('tag', text => text.replace(/[\u200e\u200f]/g, '')),
    /tag came back with other control characters/,
  ],
  'drops byte order marks': [
    () => spoils('tag', text => text.replace(/^\ufeff/, '')),
    /tag is "Aloe", not "\\ufeffAloe"/,
  ],
  'makes dates of texts': [
    () =>
      spoils('tag', text => (/^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toUTCString() : text)),
    /tag came back as another text/,
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
  'drops variation selectors': [
    () => spoils('name', text => text.replaceAll('\ufe0f', '')),
    /name came back as another text|name came back with other control characters/,
  ],
  'drops tags that are 0': [
    () => spoils('tag', text => (text === '0' ? undefined : text)),
    /tag is missing, not "0"/,
  ],
  'makes one character of three dots': [
    () => spoils('name', text => text.replaceAll('...', '\u2026')),
    /name came back with another Unicode normalization/,
  ],
  'drops a hash sign at the start': [
    () => spoils('tag', text => text.replace(/^#/, '')),
    /tag is "aloe", not "#aloe"/,
  ],
  'drops line separators': [
    () => spoils('tag', text => text.replaceAll('\u2028', '')),
    /tag came back with other spaces/,
  ],
  'makes links of addresses': [
    () => spoils('name', text => text.replace(/https?:\S+/, address => `<a>${address}</a>`)),
    /name came back with other|name came back as another text/,
  ],
  'returns the tag of the plant before': [
    () => {
      let before: unknown
      return service({
        add(plant) {
          const tag = plant.tag ?? before
          before = plant.tag
          return { ...plant, tag }
        },
      })
    },
    /tag came back, but was not sent/,
  ],
  'returns 201': [
    () =>
      service({
        reply: reply => ({
          ...reply,
          status: reply.status === successStatus ? successStatus + 1 : reply.status,
        }),
      }),
    /201 in place of 200/,
  ],
  'returns no body': [() => returning(() => ({ status: 204 })), /204 in place of 200/],
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
  'takes another scheme': [
    () => service({ isAllowed: text => text.startsWith('Basic') || text.endsWith(TOKEN) }),
    /200 without a bearer token/,
  ],
  'refuses the id 0': [() => refusesIds(id => id === 0n), /400 in place of 200.*"Bad id"/],
  'refuses ids below 0': [() => refusesIds(id => id < 0n), /400 in place of 200/],
  'refuses ids beyond 2^53': [() => refusesIds(id => id > 2n ** 53n), /400 in place of 200/],
  'refuses the largest id': [() => refusesIds(id => id === 2n ** 63n - 1n), /400 in place of 200/],
  'keeps ids as doubles': [() => rejecting(Number), /409 in place of 200/],
  'keeps ids as int32': [() => rejecting(id => BigInt.asIntN(32, id)), /409 in place of 200/],
  'keeps ids without their sign': [
    () => rejecting(id => (id < 0 ? -id : id)),
    /409 in place of 200/,
  ],
  'fails at the character 0': [
    () =>
      service({
        add: plant => (String(plant.name).includes('\0') ? { reply: refuse(500) } : plant),
      }),
    /500 in place of 200/,
  ],
  'fails at names of more than 255 characters': [
    () =>
      service({ add: plant => (String(plant.name).length > 255 ? { reply: refuse(500) } : plant) }),
    /500 in place of 200/,
  ],
  'fails without a tag': [
    () =>
      service({
        add: plant =>
          plant.tag === undefined ? { reply: { status: 500, body: '<h1>Oops' } } : plant,
      }),
    /500 in place of 200.*<h1>Oops/,
  ],
  'fails at unknown properties of a prototype': [
    () => service({ add: plant => (plant.tag === '__proto__' ? { reply: refuse(500) } : plant) }),
    /500 in place of 200/,
  ],
}

const isLong = ({ name, tag }: Plant) =>
  [name, tag].some(text => [...String(text ?? '')].length > 255)

/** Conform, each in its own way, with what the report says of what is left open. */
export const conforming: Record<string, [() => Answer, RegExp]> = {
  'as the specification has it': [() => service(), /No differences/],
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
  'rejects ids that exist': [() => rejecting(id => id), /No differences/],
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
  'knows only some tags': [
    () =>
      service({
        add: plant =>
          plant.tag === undefined || plant.tag === 'tropical'
            ? plant
            : { reply: refuse(400, 'Unknown tag') },
      }),
    /^(?!.*refuses (?:names|tags) of).*refuses \d+ of \d+ unusual tags/,
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
