import { Refusal, readAll, readEach } from './refusal.ts'

/** State shared by all parts of a description. */
interface Description {
  readonly value: unknown
  /** Pointers of the components that are referenced. */
  readonly used: Set<string>
}

/** A value of the description, and its JSON Pointer (RFC 6901), not percent-encoded, for readability. */
export class Part {
  readonly value: unknown
  readonly pointer: string
  readonly #description: Description

  constructor(
    value: unknown,
    pointer = '#',
    description: Description = { value, used: new Set() },
  ) {
    this.value = value
    this.pointer = pointer
    this.#description = description
  }

  /** The last segment of the pointer, unescaped. */
  get name(): string {
    const [name = ''] = this.pointer.split('/').slice(-1)
    return name.replaceAll('~1', '/').replaceAll('~0', '~')
  }

  get exists(): boolean {
    return this.value !== undefined
  }

  refuse(reason: string): never {
    return this.#refuse(
      isExtension(this) ? `${reason}. This is a name here, and no extension.` : reason,
    )
  }

  #refuse(reason: string): never {
    const name = this.pointer === '#' ? 'openapi.yaml' : this.name
    throw new Refusal([`${name} at ${this.pointer}: ${reason}`])
  }

  /** Returns the part under a name. If there is none, the part's pointer says where it is missing. */
  at(name: string): Part {
    const value = Object.hasOwn(this.#object(), name) ? this.#object()[name] : undefined
    return this.#child(name, value)
  }

  /** Includes `x-` names: in a map such as `properties`, they are ordinary names. */
  members(): Part[] {
    return Object.entries(this.#object()).map(([name, value]) => this.#child(name, value))
  }

  /** Refuses the extensions of a map in which OpenAPI allows them: `paths` and `responses`. */
  refuseExtensions(): void {
    readEach(this.members().filter(isExtension), member =>
      member.#refuse('extensions are not supported here: move it into a member'),
    )
  }

  /** Returns the part as if it had no extensions. */
  withoutExtensions(): Part {
    const members = this.members().filter(member => !isExtension(member))
    const value = Object.fromEntries(members.map(({ name, value }) => [name, value]))
    return new Part(value, this.pointer, this.#description)
  }

  items(): Part[] {
    const items = this.list()
    return items.length > 0 ? items : this.refuse('must be a list of at least one item')
  }

  /** Returns the items of a list that may be empty. */
  list(): Part[] {
    if (!Array.isArray(this.value)) return this.refuse('must be a list')
    return this.value.map((value, index) => this.#child(String(index), value))
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.refuse('must be a string')
  }

  texts(): string[] {
    const texts = readEach(this.items(), item => item.text())
    return new Set(texts).size === texts.length ? texts : this.refuse('must not repeat an item')
  }

  /** Refuses every member that is neither in the list nor an extension. */
  allow(...names: readonly string[]): void {
    this.#allow(names, 'is not supported here')
  }

  /** Reads the only member, and refuses any others. */
  only<Result>(what: string, read: (member: Part) => Result): Result {
    const [member, ...others] = this.members()
    return readAll({
      others: () => readEach(others, other => other.refuse(`a second ${what} is not supported`)),
      read: () => (member ? read(member) : this.refuse(`must have one ${what}`)),
    }).read
  }

  /** Follows a `$ref` to a component of the section. Returns the part itself if it has none. */
  resolve(section: string, ...notes: readonly string[]): Part {
    if (!('$ref' in this.#object())) return this
    const ref = this.at('$ref')
    this.#allow([...notes, '$ref'], 'is not supported next to $ref')
    const [, found, name = ''] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(ref.text()) ?? []
    if (found !== section) ref.refuse(`must lead to #/components/${section}/ and a name`)
    const root = new Part(this.#description.value, '#', this.#description)
    const target = ['components', section, name].reduce(
      (part, name) => (part.exists ? part.at(name) : part),
      root,
    )
    if (!target.exists) ref.refuse(`leads nowhere: ${ref.text()}`)
    this.#description.used.add(target.pointer)
    if ('$ref' in target.#object()) ref.refuse('leads to another $ref')
    return target
  }

  /** Whether a `$ref` has been resolved to this part. */
  get isUsed(): boolean {
    return this.#description.used.has(this.pointer)
  }

  #allow(names: readonly string[], reason: string): void {
    readEach(this.members(), member => {
      const { name, value } = member
      if (isExtension(member)) {
        // Tools resolve a reference wherever it is.
        if (hasReference(value)) member.#refuse('must not have a $ref')
        return
      }
      if (!names.includes(name))
        member.refuse(Object.hasOwn(ADVICE, name) ? `${reason}: ${ADVICE[name]}` : reason)
      // openapi-typescript fails on notes that are not strings.
      if (TEXTS.includes(name)) member.text()
      if (name === 'deprecated' && typeof value !== 'boolean')
        member.refuse('must be true or false')
    })
  }

  #object(): Record<string, unknown> {
    return isObject(this.value) ? this.value : this.refuse('must be an object')
  }

  #child(name: string, value: unknown): Part {
    const segment = name.replaceAll('~', '~0').replaceAll('/', '~1')
    return new Part(value, `${this.pointer}/${segment}`, this.#description)
  }
}

/** What to do about a keyword that is refused. */
const ADVICE: Readonly<Record<string, string>> = {
  headers: 'the mock would not send them, and verify would not miss them',
  readOnly: 'the mock takes every field of a plant from the request, and has no value of its own',
  writeOnly: 'leave the field out of the schema of the response instead',
  nullable: "OpenAPI 3.1 writes type: [string, 'null']",
  multipleOf: 'use minimum and maximum, or leave it to the service',
}

const TEXTS = ['title', 'summary', 'description', '$comment', 'operationId']

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isExtension = ({ name }: Part) => name.startsWith('x-')

const hasReference = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('$ref' in value || Object.values(value).some(hasReference))
