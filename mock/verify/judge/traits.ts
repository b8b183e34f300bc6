// Refusals of one kind are told apart by what the refused plants have, and no plant has that was added: their trait.
// Nothing that a service wrote is read.
import { textFields } from '../../contract/parse-plant.ts'
import { writeJson } from '../../json/write.ts'
import type { NewPlant } from '../../store/plant.ts'
import { example, minimal } from '../requests/plant-json.ts'

/** A valid plant that was sent, and the body that had it. */
export interface SentPlant {
  plant: NewPlant
  body: unknown
  /** Whether the id is on the list of those that are sent in each run. */
  isFixed?: boolean | undefined
}

/** Characters that a service may not take. */
const CHARACTERS: readonly [What, RegExp][] = [
  ['a control character', /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u],
  ['a sign', /[!-/:-@[-`{-~]/],
  ['a character beyond ASCII', /[^\0-\x7f\u{10000}-\u{10ffff}]/u],
  ['a character beyond the basic plane', /[\u{10000}-\u{10ffff}]/u],
]

export type What =
  | 'an id beyond those'
  | 'an inexact id'
  | 'such an id'
  | 'spaces around'
  | 'any text'
  | 'a long text'
  | 'a short text'
  | 'a blank text'
  | 'an unusual character'
  | 'a control character'
  | 'a sign'
  | 'a character beyond ASCII'
  | 'a character beyond the basic plane'
  | 'such a text'

export interface Trait {
  what: What
  /** The field that has it, if it is not the id or the whole body. */
  field?: string
}

/** The trait of each of some plants that were refused alike. There is none if a plain plant was refused as well. */
export function findTraits(
  refused: readonly SentPlant[],
  added: readonly SentPlant[],
): (Trait | undefined)[] {
  const known = summarize(added)
  const all = withoutEnums(
    refused.map(each => traitsOf(each, known)),
    refused,
    known,
  )
  if (all.some(traits => traits.length === 0)) return all.map(() => undefined)
  const sole = all.flatMap(traits => (traits.length === 1 ? traits : []))
  const isSole = (trait: Trait) => sole.some(each => isSame(each, trait))
  return all.map(traits => {
    const [told] = [...traits.filter(isSole), ...traits]
    // Who refuses what is beyond ASCII also refuses what is further off.
    const wider = told && ({ ...told, what: 'a character beyond ASCII' } as const)
    return told?.what === 'a character beyond the basic plane' && wider && isSole(wider)
      ? wider
      : told
  })
}

export const isSame = (one: Trait | undefined, other: Trait | undefined): boolean =>
  one?.what === other?.what && one?.field === other?.field

/** What the plants that were added have. */
type Known = ReturnType<typeof summarize>

const toId = ({ plant }: SentPlant) => BigInt(plant.id)

function summarize(added: readonly SentPlant[]) {
  const texts = new Map(textFields.map(name => [name, added.flatMap(each => textOf(each, name))]))
  return { ids: added.map(toId), texts }
}

function textOf({ plant }: SentPlant, field: string): string[] {
  const text: unknown = Object(plant)[field]
  return typeof text === 'string' ? [text] : []
}

function traitsOf(sent: SentPlant, known: Known): Trait[] {
  const aroundIt = typeof sent.body === 'string' && /^\s|\s$/.test(sent.body)
  const ofTexts = textFields.flatMap(field =>
    textOf(sent, field)
      .filter(text => writeJson(text) !== minimal[field])
      .flatMap(text => traitsOfText(text, known.texts.get(field) ?? []))
      .map(what => ({ what, field })),
  )
  return [
    ...traitsOfId(sent, known.ids).map(what => ({ what })),
    ...(aroundIt ? [{ what: 'spaces around' } as const] : []),
    ...ofTexts,
  ]
}

/** A run counts its ids up from that of the first plant that was added, and never as far as this. */
const MAX_COUNTED = 1_000_000n

function traitsOfId(sent: SentPlant, ids: readonly bigint[]): What[] {
  const id = toId(sent)
  const [first = id] = ids
  if (!sent.isFixed && id >= first && id < first + MAX_COUNTED) return []
  const isInexact = (each: bigint) => BigInt(Number(each)) !== each
  const isBeyond = ids.every(each => each < id) || ids.every(each => each > id)
  const traits = [
    ...when('an id beyond those', isBeyond),
    ...when('an inexact id', isInexact(id) && !ids.some(isInexact)),
  ]
  return traits.length > 0 ? traits : ['such an id']
}

const when = (what: What, is: boolean): What[] => (is ? [what] : [])

const lengthOf = (text: string) => [...text].length

function traitsOfText(text: string, added: readonly string[]): What[] {
  if (added.includes(text)) return []
  if (added.length === 0) return ['any text']
  const lengths = added.map(lengthOf)
  const isBlank = (each: string) => each.trim() === ''
  const traits: What[] = [
    ...when(
      'a long text',
      lengths.every(length => length < lengthOf(text)),
    ),
    ...when('a blank text', isBlank(text) && !added.some(isBlank)),
    ...when(
      'a short text',
      lengths.every(length => length > lengthOf(text)),
    ),
    ...unknownCharacters(text, new Set(added.join(''))),
  ]
  return traits.length > 0 ? traits : ['such a text']
}

function unknownCharacters(text: string, known: ReadonlySet<string>): What[] {
  const unknown = [...text].filter(character => !known.has(character))
  const whole = [...known].join('')
  const found = CHARACTERS.filter(([, pattern]) => unknown.some(each => pattern.test(each)))
  // A service that takes none of them takes letters alone.
  if (found.length > 0 && !CHARACTERS.some(([, pattern]) => pattern.test(whole)))
    return ['an unusual character']
  return found.map(([name]) => name)
}

/** Where no plain word is added but that of the example, a field has a list of values. */
function withoutEnums(
  all: readonly Trait[][],
  refused: readonly SentPlant[],
  { texts }: Known,
): Trait[][] {
  const isWord = (field: string) => (text: string) =>
    /^[a-z]+$/i.test(text) &&
    writeJson(text) !== minimal[field] &&
    writeJson(text) !== example[field]
  const isEnum = (field: string) =>
    !texts.get(field)?.some(isWord(field)) &&
    refused.some(each => textOf(each, field).some(isWord(field)))
  const enums = textFields.filter(isEnum)
  return all.map(traits =>
    traits.map(trait =>
      trait.field !== undefined && enums.includes(trait.field)
        ? { what: 'any text', field: trait.field }
        : trait,
    ),
  )
}
