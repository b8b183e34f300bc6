// A service made of faults at random, which notes what it did with each request.
import fc from 'fast-check'
import { errorBody, pickSuccess, successStatus } from '../../generated/contract.ts'
import { expectedPlant } from '../harness/expected-plant.ts'
import { type Reply, type Seen, TOKEN } from '../verify/sample-service.ts'

type Field = 'name' | 'tag'
type Plant = NonNullable<ReturnType<typeof expectedPlant>>

/** What is unusual about a text. */
const TRAITS: Record<string, (text: string) => boolean> = {
  'is empty': text => text === '',
  'is too long': text => [...text].length > 255,
  'has a character outside the basic plane': text => /[\u{10000}-\u{10ffff}]/u.test(text),
  'has a quotation mark': text => /["'`]/.test(text),
  'has a control character': text => /\p{Cc}/u.test(text),
  'looks like an attack': text => text.includes('<'),
  'must not be a number': text => /^\d+$/.test(text),
}

const SPOILS: Record<string, [change: (text: string) => string | undefined, title: RegExp]> = {
  trim: [text => text.trim(), /came back with other spaces$/],
  cut: [text => text.slice(0, 30), /came back cut off$/],
  'lower case': [text => text.toLowerCase(), /came back with another letter case$/],
  drop: [() => undefined, /did not come back$/],
}

/** How a service tells of a refusal, with what makes each one different. */
const WORDS: Record<string, (reason: string, about: About) => string> = {
  plain: reason => reason,
  quoting: (reason, { text }) => `Value '${text.replaceAll("'", "''")}' ${reason}`,
  escaping: (reason, { text }) => `${JSON.stringify(text)} ${reason}`,
  counting: (reason, { id, count }) =>
    `Request ${count}: the plant ${id} ${reason} at row ${count}`,
  'SQL first': (reason, { id, text }) =>
    `insert into \`plants\` (\`id\`, \`name\`) values (${id}, '${text.replaceAll("'", "\\'")}') - ER_BAD: it ${reason}`,
}

interface About {
  id: bigint
  text: string
  count: number
}

interface Refusal {
  field: Field
  trait: string
  status: number
  words: string
}

export interface Faults {
  name: string | undefined
  tag: string | undefined
  success: number
  refusals: readonly Refusal[]
  /** What becomes of values of other types. */
  otherTypes: 'refused' | 'returned' | 'made texts'
  /** The status for what is not a plant. */
  invalid: number
  errors: 'Error' | 'text' | 'problem'
  schemes: 'bearer' | 'any' | 'not asked'
  /** Plants with such a name get no response. */
  silentFor: string | undefined
  /** The status for an id that 32 bits do not hold. */
  beyondInt32: number | undefined
  /** What becomes of a plant whose id is there already. */
  duplicates: 'added' | 'refused' | 'first returned'
  /** Whether it takes each name only once. */
  takesNamesOnce?: boolean
  /** Whether the id is in the response, and how. */
  id: 'exact' | 'as a double' | undefined
  /** After so many requests, it is no longer itself. */
  ends: { after: number; status: number } | undefined
}

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const usually = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: oneOf(...others) })

export const faults: fc.Arbitrary<Faults> = fc.record({
  name: usually(undefined, 'trim', 'cut', 'lower case'),
  tag: usually(undefined, ...Object.keys(SPOILS)),
  success: usually(successStatus, 201, 202),
  refusals: fc.uniqueArray(
    fc.record({
      field: oneOf<Field>('name', 'tag'),
      trait: oneOf(...Object.keys(TRAITS)),
      status: oneOf(400, 403, 409, 422, 500, 501),
      words: oneOf(...Object.keys(WORDS)),
    }),
    { maxLength: 3, selector: ({ trait }) => trait },
  ),
  otherTypes: usually('refused', 'returned', 'made texts'),
  invalid: usually(400, 422, 500),
  errors: usually('Error', 'text', 'problem'),
  schemes: usually('bearer', 'any', 'not asked'),
  silentFor: usually(undefined, ...Object.keys(TRAITS)),
  beyondInt32: usually(undefined, 400, 500),
  duplicates: usually('added', 'refused', 'first returned'),
  id: usually(undefined, 'exact', 'as a double'),
  ends: usually(
    undefined,
    { after: 14, status: 401 },
    { after: 100, status: 404 },
    { after: 60, status: 400 },
    { after: 200, status: 500 },
  ),
})

/** What is right, whatever the specification leaves open. */
export const right: Omit<Faults, 'invalid' | 'duplicates' | 'id' | 'takesNamesOnce'> = {
  name: undefined,
  tag: undefined,
  success: successStatus,
  refusals: [],
  otherTypes: 'refused',
  errors: 'Error',
  schemes: 'bearer',
  silentFor: undefined,
  beyondInt32: undefined,
  ends: undefined,
}

const leftOpen = fc.record({
  invalid: usually(400, 422, 500),
  duplicates: usually<Faults['duplicates']>('added', 'refused', 'first returned'),
  id: usually<Faults['id']>(undefined, 'exact', 'as a double'),
  takesNamesOnce: usually(false, true),
})

/** Services that are right. */
export const alwaysRight: fc.Arbitrary<Faults> = leftOpen.map(open => ({ ...right, ...open }))

/** One thing that is wrong each time, or that is refused. */
const deviation: fc.Arbitrary<Partial<Faults>> = fc.oneof(
  fc.record({ name: oneOf('trim', 'cut', 'lower case') }),
  fc.record({ tag: oneOf(...Object.keys(SPOILS)) }),
  fc.record({ success: oneOf(201, 202) }),
  fc.record({
    refusals: fc.tuple(
      fc.record({
        field: oneOf<Field>('name', 'tag'),
        trait: oneOf(...Object.keys(TRAITS)),
        status: oneOf(400, 403, 409, 422, 500, 501),
        words: oneOf('plain'),
      }),
    ),
  }),
  fc.record({ schemes: oneOf<Faults['schemes']>('any', 'not asked') }),
  fc.record({ beyondInt32: oneOf(400, 500) }),
)

/** Services of which most are right. */
export const mostlyRight: fc.Arbitrary<Faults> = fc
  .tuple(
    leftOpen,
    fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: deviation }),
  )
  .map(([open, wrong]) => ({ ...right, ...open, ...wrong }))

/** What the service did with a request. */
export interface Deed {
  seen: Seen
  /** 0 without a response. */
  status: number
  shape: 'Plant' | 'Error' | 'other'
  /** The fields that it returned in another way than they were sent. */
  spoilt: { field: Field; fault: string }[]
  /** Why it refused the plant. */
  refusal?: string
  /** The id in the response, and whether it is another one than was sent. */
  id?: 'same' | 'other'
  /** Whether it was no longer itself. */
  isOver: boolean
}

/** The title of the difference that a fault leads to. */
export const titleOf = (fault: string): RegExp => SPOILS[fault]?.[1] ?? /never/

export class RandomService {
  readonly deeds: Deed[] = []
  readonly #faults: Faults
  readonly #plants = new Map<bigint, Plant>()
  readonly #names = new Set<string>()

  constructor(faults: Faults) {
    this.#faults = faults
  }

  answer = (seen: Seen): Reply | undefined => {
    const { ends } = this.#faults
    const isOver = ends !== undefined && this.deeds.length >= ends.after
    const [reply, deed = {}] = isOver
      ? [this.#refuse(ends.status, 'Your time is over')]
      : this.#respond(seen)
    const status = reply?.status ?? 0
    const isError = status >= 400 && this.#faults.errors === 'Error'
    const shape = isError ? 'Error' : 'other'
    this.deeds.push({ seen, status, shape, spoilt: [], isOver, ...deed })
    return reply
  }

  #respond(seen: Seen): [Reply | undefined, Partial<Deed>?] {
    const { otherTypes, invalid, success } = this.#faults
    if (seen.path !== '/plants') return [this.#refuse(404, 'Not found')]
    if (seen.method !== 'POST') return [this.#refuse(405, 'Not allowed')]
    if (!this.#isAllowed(seen.headers.authorization ?? '')) return [this.#refuse(401, 'Who?')]
    const plant = expectedPlant(seen.body)
    if (plant) return this.#add(plant)
    const { name, tag, id } = parse(seen.body)
    const isWrongType = Number.isInteger(id) && name !== undefined
    if (otherTypes === 'refused' || !isWrongType)
      return [this.#refuse(invalid, 'This is not a plant')]
    const convert = (value: unknown) =>
      otherTypes === 'returned' || value === undefined ? value : String(value)
    const body = { name: convert(name), tag: convert(tag) }
    const shape = expectedPlant(JSON.stringify({ ...body, id: 1 })) ? 'Plant' : 'other'
    return [{ status: success, body: JSON.stringify(body) }, { shape }]
  }

  #isAllowed(authorization: string): boolean {
    const { schemes } = this.#faults
    if (schemes === 'not asked') return true
    return schemes === 'any'
      ? authorization.endsWith(TOKEN)
      : authorization.toLowerCase() === `bearer ${TOKEN}`.toLowerCase()
  }

  #add(plant: Plant): [Reply | undefined, Partial<Deed>] {
    const { refusals, silentFor = '', beyondInt32, duplicates, success, id } = this.#faults
    if (TRAITS[silentFor]?.(plant.name)) return [undefined, {}]
    for (const { field, trait, status, words } of refusals) {
      const text = plant[field]
      if (text === undefined || !TRAITS[trait]?.(text)) continue
      const about = { id: plant.id, text, count: this.deeds.length }
      return [this.#refuse(status, WORDS[words]?.(trait, about) ?? trait), { refusal: trait }]
    }
    if (beyondInt32 && BigInt.asIntN(32, plant.id) !== plant.id) {
      const message = `value "${plant.id}" is out of range for type integer`
      return [this.#refuse(beyondInt32, message), { refusal: 'its id' }]
    }
    if (this.#faults.takesNamesOnce && this.#names.has(plant.name))
      return [this.#refuse(409, 'The name exists'), { refusal: 'known' }]
    const first = this.#plants.get(plant.id)
    if (first && duplicates === 'refused')
      return [this.#refuse(409, `Key (id)=(${plant.id}) already exists.`), { refusal: 'known' }]
    const kept = first && duplicates === 'first returned' ? first : plant
    this.#plants.set(plant.id, kept)
    this.#names.add(plant.name)
    const spoilt: Deed['spoilt'] = []
    const spoil = (field: Field) => {
      const [fault = '', text] = [this.#faults[field], kept[field]]
      if (text === undefined || !(fault in SPOILS)) return text
      const changed = SPOILS[fault]?.[0](text)
      if (changed !== text) spoilt.push({ field, fault })
      return changed
    }
    const others = pickSuccess(kept)
    const fields = JSON.stringify({ ...others, name: spoil('name'), tag: spoil('tag') })
    const shownId = id === 'as a double' ? BigInt(Number(plant.id)) : plant.id
    const body = id ? fields.replace('{', `{"id":${shownId},`) : fields
    const isSame = shownId === plant.id
    const told = id && ({ id: isSame ? 'same' : 'other' } as const)
    return [
      { status: success, body },
      { spoilt, shape: 'Plant', ...told },
    ]
  }

  #refuse(status: number, message: string): Reply {
    const { errors } = this.#faults
    if (errors === 'Error') return { status, body: JSON.stringify(errorBody(status, message)) }
    if (errors === 'text')
      return { status, headers: { 'content-type': 'text/plain' }, body: message }
    const problem = { title: message, code: status, instance: `/errors/${this.deeds.length}` }
    return { status, body: JSON.stringify(problem) }
  }
}

function parse(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}
