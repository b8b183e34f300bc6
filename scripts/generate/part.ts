import type { Problems } from './problems.ts'

/** A value of the description, and its JSON Pointer (RFC 6901), not percent-encoded, for readability. */
export class Part {
  readonly value: unknown
  readonly pointer: string
  readonly problems: Problems
  readonly #root: Part

  constructor(value: unknown, problems: Problems, pointer = '#', root?: Part) {
    this.value = value
    this.problems = problems
    this.pointer = pointer
    this.#root = root ?? this
  }

  /** The last segment of the pointer, unescaped. */
  get name(): string {
    const [name = ''] = this.pointer.split('/').slice(-1)
    return name.replaceAll('~1', '/').replaceAll('~0', '~')
  }

  get exists(): boolean {
    return this.value !== undefined
  }

  /** Records a problem. Reading goes on, so that one run lists all of them. */
  refuse(reason: string): void {
    this.#refuse(isExtension(this) ? `${reason}. ${NO_EXTENSION}` : reason, false)
  }

  /** Records that the part must go. Problems within it are left out. */
  refuseWhole(reason: string): void {
    this.#refuse(isExtension(this) ? `${reason}. ${NO_EXTENSION}` : reason, true)
  }

  #refuse(reason: string, isWhole: boolean): void {
    const { pointer } = this
    const name = pointer === '#' ? 'openapi.yaml' : this.name
    this.problems.add({ pointer, text: `${name} at ${pointer}: ${reason}`, isWhole })
  }

  /** Returns the part under a name. If there is none, the part's pointer says where it is missing. */
  at(name: string): Part {
    const object = this.#object()
    return this.#child(name, Object.hasOwn(object, name) ? object[name] : undefined)
  }

  /** Includes `x-` names: in a map such as `properties`, they are ordinary names. */
  members(): Part[] {
    return Object.entries(this.#object()).map(([name, value]) => this.#child(name, value))
  }

  /** Refuses the extensions of a map in which OpenAPI allows them: `paths` and `responses`. */
  refuseExtensions(): void {
    for (const member of this.members().filter(isExtension))
      member.#refuse('extensions are not supported here: move it into a member', true)
  }

  /** Returns the part as if it had no extensions. */
  withoutExtensions(): Part {
    if (!isObject(this.value)) return this
    const members = this.members().filter(member => !isExtension(member))
    const value = Object.fromEntries(members.map(({ name, value }) => [name, value]))
    return new Part(value, this.problems, this.pointer, this.#root)
  }

  items(): Part[] {
    const items = this.list()
    if (items.length === 0 && Array.isArray(this.value))
      this.refuse('must be a list of at least one item')
    return items
  }

  /** Returns the items of a list that may be empty. */
  list(): Part[] {
    if (Array.isArray(this.value))
      return this.value.map((value, index) => this.#child(String(index), value))
    this.refuseWhole(this.exists ? 'must be a list' : 'is missing')
    return []
  }

  text(): string | undefined {
    if (typeof this.value === 'string') return this.value
    this.refuse(this.exists ? 'must be a string' : 'is missing')
    return undefined
  }

  /** Returns the texts of a list that may be empty. */
  texts(): string[] {
    const texts = this.list().flatMap(item => item.text() ?? [])
    if (new Set(texts).size < texts.length) this.refuse('must not repeat an item')
    return texts
  }

  /** Refuses every member that is neither in the list nor an extension. */
  allow(...names: readonly string[]): void {
    this.#allow(names, 'is not supported here')
  }

  /** Returns the only member, and refuses any others. */
  only(what: string): Part | undefined {
    const [member, ...others] = this.members()
    for (const other of others) other.refuseWhole(`a second ${what} is not supported`)
    if (!member && isObject(this.value)) this.refuse(`must have one ${what}`)
    return member
  }

  /** Follows a `$ref` to a component of the section. Returns the part itself if it has none. */
  resolve(section: string, ...notes: readonly string[]): Part | undefined {
    if (!('$ref' in this.#object())) return this
    const ref = this.at('$ref')
    this.#allow([...notes, '$ref'], 'is not supported next to $ref')
    const text = ref.text()
    if (text === undefined) return undefined
    const [, found, name = ''] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(text) ?? []
    if (found !== section) {
      ref.refuse(`must lead to #/components/${section}/ and a name`)
      return undefined
    }
    const target = ['components', section, name].reduce(
      (part, step) => (isObject(part.value) ? part.at(step) : part.#child(step, undefined)),
      this.#root,
    )
    if (!target.exists) {
      ref.refuse(`leads nowhere: ${text}`)
      return undefined
    }
    this.problems.addReference(this.pointer, target.pointer)
    if (!('$ref' in target.#object())) return target
    ref.refuse('leads to another $ref')
    return undefined
  }

  #allow(names: readonly string[], reason: string): void {
    for (const member of this.members()) {
      const { name, value } = member
      const isIgnored = isExtension(member) || name === 'externalDocs'
      // Tools resolve a reference wherever it is.
      if (isIgnored && hasReference(value)) member.#refuse('must not have a $ref', false)
      if (isExtension(member) || (SWITCHES.includes(name) && value === false)) continue
      if (!names.includes(name))
        member.refuseWhole(Object.hasOwn(ADVICE, name) ? `${reason}: ${ADVICE[name]}` : reason)
      // openapi-typescript fails on notes that are not strings.
      else if (TEXTS.includes(name)) member.text()
      else if (name === 'deprecated' && typeof value !== 'boolean')
        member.refuse('must be true or false')
    }
  }

  #object(): Record<string, unknown> {
    if (isObject(this.value)) return this.value
    this.refuseWhole(this.exists ? 'must be an object' : 'is missing')
    return {}
  }

  #child(name: string, value: unknown): Part {
    const segment = name.replaceAll('~', '~0').replaceAll('/', '~1')
    return new Part(value, this.problems, `${this.pointer}/${segment}`, this.#root)
  }
}

const NO_EXTENSION = 'This is a name here, and no extension.'

/** Keywords that say nothing where they are false. */
const SWITCHES = ['readOnly', 'writeOnly', 'nullable', 'uniqueItems']

/** What to do about a keyword that is refused. */
const ADVICE: Readonly<Record<string, string>> = {
  get: 'the package has one operation, which sends a plant',
  additionalProperties: 'it would count the properties beside it alone, and none of allOf',
  headers: 'the mock would not send them, and verify would not miss them',
  readOnly: 'the mock takes every field of a plant from the request, and has no value of its own',
  writeOnly: 'leave the field out of the schema of the response instead',
  nullable: "OpenAPI 3.1 writes type: [string, 'null']",
  multipleOf: 'use minimum and maximum, or leave it to the service',
  enum: 'only texts may be listed: use minimum and maximum, or leave it to the service',
  const: 'only a text may be fixed: use minimum and maximum, or leave it to the service',
  uniqueItems: 'leave it to the service',
  prefixItems: 'write an object with a field for each item',
  patternProperties: 'maps are not supported: describe each field',
  discriminator: 'no choice of schemas is supported',
}

const TEXTS = ['title', 'summary', 'description', '$comment', 'operationId']

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isExtension = ({ name }: Part) => name.startsWith('x-')

const hasReference = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('$ref' in value || Object.values(value).some(hasReference))
