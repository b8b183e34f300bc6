/** What became of a field of a plant. */
export type Change =
  | 'did not come back'
  | 'came back, but was not sent'
  | `came back ${'with another value' | 'empty' | 'cut off' | 'as another text' | 'with other spaces' | `with ${Alteration}`}`

type Alteration =
  | 'another letter case'
  | 'another Unicode normalization'
  | 'other control characters'
  | 'other signs'

/** Two texts differ in this alone if they are equal without it. */
const KINDS: readonly [alteration: Alteration, without: (text: string) => string][] = [
  ['another letter case', text => text.toLowerCase()],
  ['another Unicode normalization', text => text.normalize('NFKC')],
  ['other control characters', text => text.replace(/[\p{C}\p{Z}]/gu, '')],
  ['other signs', text => text.replace(/[^\p{L}\p{N}\p{M}\s]/gu, '')],
]

const withoutSpaces = (text: string) => text.replace(/[\s\u0085\u200b]+/gu, '')

/** What a service did to a text, in the same words for every text that it did this to. */
export function describeChange(sent: string, whole: string): Change {
  const received = whole.slice(0, sent.length + MAX_LONGER)
  if (sent.normalize() === received.normalize())
    return 'came back with another Unicode normalization'
  const [bare, left] = [withoutSpaces(sent), withoutSpaces(received)]
  if (bare === left) return 'came back with other spaces'
  if (left === '') return 'came back empty'
  if (bare === '') return 'came back as another text'
  if (sent.startsWith(received) || bare.startsWith(left)) return CUT
  for (const [kind, without] of KINDS)
    if (without(bare) === without(left)) return `came back with ${kind}`
  // Spoilt in two ways at once: the first is enough, since another text shows the second alone.
  for (const [kind, one] of KINDS)
    for (const [, other] of KINDS)
      if (other(one(bare)) === other(one(left))) return `came back with ${kind}`
  const isCut = ([, without]: (typeof KINDS)[number]) =>
    without(left) !== '' && without(bare).startsWith(without(left))
  return KINDS.some(isCut) ? CUT : 'came back as another text'
}

const CUT = 'came back cut off'

/** How much of a longer text is read: escapes take up to six times the room. */
const MAX_LONGER = 10_000
