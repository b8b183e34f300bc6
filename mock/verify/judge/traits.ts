// Refusals of one kind are told apart by what the refused plants have, and no plant has that was added: their trait.
// Nothing that a service wrote is read.
import { fields, textFields } from '../../contract/parse-plant.ts'
import { writeJson } from '../../json/write.ts'
import type { NewPlant } from '../../store/plant.ts'
import { example, isPlainValue, minimal } from '../requests/plant-json.ts'
import type { Bound } from '../run/bounds.ts'

/** A valid plant that was sent, and the body that had it. */
export interface SentPlant {
  plant: NewPlant
  body: unknown
  /** Whether the id is one of those that a run counts up. */
  hasCountedId: boolean
  /** Whether a plant of this name was added before. */
  hasTakenName?: boolean | undefined
}

export interface Trait {
  /** Words that go on from "a plant with". `FIELD` stands for the field. */
  what: string
  /** The field that has it, if it is not the id or the whole body. */
  field?: string
  /** What is refused because it is longer. */
  bound?: Bound
}

export const SUCH_ID = 'such an id'
export const INEXACT_ID = 'an id past 2^53, which a double may round'
export const OWN_VALUE = 'a FIELD of its own'
export const SUCH_VALUE = 'such a FIELD'
export const LONG = 'a longer FIELD than any that was added'
const TAKEN_NAME = 'a name that already exists'
const BEYOND_ASCII = 'a character beyond ASCII in FIELD'
const BEYOND_BASIC_PLANE = 'a character beyond the basic plane in FIELD'

/** Kinds of characters that a service may refuse, the rarest first. */
const CHARACTERS: readonly [what: string, RegExp][] = [
  [BEYOND_BASIC_PLANE, /[\u{10000}-\u{10ffff}]/u],
  ['a control character in FIELD', /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u],
  ['a sign in FIELD', /[!-/:-@[-`{-~]/],
  [BEYOND_ASCII, /[^\0-\x7f\u{10000}-\u{10ffff}]/u],
]

/** What each of some refused plants has, and no plant that was added. */
export function traitsOf(
  refused: readonly SentPlant[],
  added: readonly SentPlant[],
): readonly Trait[][] {
  const ids = added.map(toId)
  const all = refused.map((sent): Trait[] => [
    ...traitsOfId(sent, ids).map(what => ({ what })),
    ...(sent.hasTakenName ? [{ what: TAKEN_NAME }] : []),
    ...(/^\s|\s$/.test(String(sent.body)) ? [{ what: 'spaces around' }] : []),
  ])
  for (const { name } of fields.filter(field => field.name !== 'id'))
    for (const [index, whats] of traitsOfField(name, refused, added).entries())
      all[index]?.push(...whats.map(what => ({ what, field: name })))
  return all
}

/** Chooses the trait that explains each refusal, from all traits of plants that were refused alike. */
export function chooseTraits(all: readonly Trait[][]): (Trait | undefined)[] {
  // A plain plant was refused as well.
  if (all.some(traits => traits.length === 0)) return all.map(() => undefined)
  const has = (traits: readonly Trait[], { what, field }: Trait) =>
    traits.some(other => other.what === what && other.field === field)
  const ofAll = all[0]?.find(trait => all.every(traits => has(traits, trait)))
  if (ofAll) return all.map(() => ofAll)
  const sole = all.flatMap(traits => (traits.length === 1 ? traits : []))
  return all.map(traits => {
    const told = traits.find(trait => has(sole, trait)) ?? traits[0]
    // Who refuses what is beyond ASCII also refuses what is further off.
    const wider = told && { ...told, what: BEYOND_ASCII }
    return told?.what === BEYOND_BASIC_PLANE && wider && has(sole, wider) ? wider : told
  })
}

const toId = ({ plant }: SentPlant) => BigInt(plant.id)

function traitsOfId(sent: SentPlant, ids: readonly bigint[]): string[] {
  if (sent.hasCountedId) return []
  const id = toId(sent)
  const [first = id] = ids
  const lowest = ids.reduce((one, other) => (one < other ? one : other), first)
  const highest = ids.reduce((one, other) => (one > other ? one : other), first)
  const isInexact = (each: bigint) => BigInt(Number(each)) !== each
  const traits = [
    ...(id < lowest || id > highest ? [`an id beyond ${lowest} to ${highest}`] : []),
    ...(isInexact(id) && !ids.some(isInexact) ? [INEXACT_ID] : []),
  ]
  return traits.length > 0 ? traits : [SUCH_ID]
}

const valuesOf = (field: string, plants: readonly SentPlant[]): unknown[] =>
  plants.flatMap(({ plant }) => Object(plant)[field] ?? [])

/** The traits that each of the refused plants has in one field. */
function traitsOfField(
  field: string,
  refused: readonly SentPlant[],
  added: readonly SentPlant[],
): string[][] {
  const values = valuesOf(field, added)
  const known = new Set(values.map(value => writeJson(value)))
  const isOwn = isOfList(field, refused, added)
  return refused.map(sent => {
    const sentValues = valuesOf(field, [sent])
    if (sentValues.length === 0) return values.length === added.length ? ['no FIELD'] : []
    return sentValues.flatMap(value => {
      const json = writeJson(value)
      if (isPlainValue(field, json) || known.has(json)) return []
      if (isOwn || known.size === 0) return [OWN_VALUE]
      return textFields.includes(field)
        ? traitsOfText(String(value), values.map(String))
        : [SUCH_VALUE]
    })
  })
}

const PLAIN_WORD = /^"[a-z]+"$/i

/** Whether a field seems to have a list of values: the example's is the only plain word that was added. */
function isOfList(
  field: string,
  refused: readonly SentPlant[],
  added: readonly SentPlant[],
): boolean {
  const isWord = (value: unknown) => {
    const json = writeJson(value)
    return PLAIN_WORD.test(json) && json !== minimal[field] && json !== example[field]
  }
  return !valuesOf(field, added).some(isWord) && valuesOf(field, refused).some(isWord)
}

function traitsOfText(text: string, added: readonly string[]): string[] {
  const length = [...text].length
  const lengths = added.map(each => [...each].length)
  const isBlank = text.trim() === '' && !added.some(each => each.trim() === '')
  const traits = [
    ...(lengths.every(each => each < length) ? [LONG] : []),
    ...(isBlank ? ['a blank FIELD'] : []),
    ...(lengths.every(each => each > length) ? ['a shorter FIELD than any that was added'] : []),
    ...unknownCharacters(text, new Set(added.join(''))),
  ]
  return traits.length > 0 ? traits : [SUCH_VALUE]
}

function unknownCharacters(text: string, known: ReadonlySet<string>): string[] {
  const unknown = [...text].filter(character => !known.has(character))
  const found = CHARACTERS.filter(([, pattern]) => unknown.some(each => pattern.test(each)))
  // A service that takes none of them takes letters alone.
  const takesSome = CHARACTERS.some(([, pattern]) => pattern.test([...known].join('')))
  return found.length > 0 && !takesSome
    ? ['an unusual character in FIELD']
    : found.map(([what]) => what)
}
