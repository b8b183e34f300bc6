/** Two texts differ in this alone if they are equal without it. */
const KINDS: readonly [kind: string, without: (text: string) => string][] = [
  ['another letter case', text => text.toLowerCase()],
  ['another Unicode normalization', text => text.normalize('NFKC')],
  ['other control characters', text => text.replace(/[\p{C}\p{Z}]/gu, '')],
  ['other signs', text => text.replace(/[^\p{L}\p{N}\p{M}\s]/gu, '')],
]

const withoutSpaces = (text: string) => text.replace(/[\s\u0085\u200b]+/gu, '')

/** What a service did to a text, in the same words for every text that it did this to. */
export function describeChange(sent: string, whole: string): string {
  const received = whole.slice(0, sent.length + MAX_MORE)
  if (sent.normalize() === received.normalize()) return 'with another Unicode normalization'
  const [bare, left] = [withoutSpaces(sent), withoutSpaces(received)]
  if (bare === left) return 'with other spaces'
  if (left === '') return 'empty'
  if (bare === '') return 'as another text'
  if (sent.startsWith(received) || bare.startsWith(left)) return CUT
  for (const [kind, without] of KINDS) if (without(bare) === without(left)) return `with ${kind}`
  // Spoilt in two ways at once: the first is enough, since another text shows the second alone.
  for (const [kind, one] of KINDS)
    for (const [, other] of KINDS) if (other(one(bare)) === other(one(left))) return `with ${kind}`
  const isCut = ([, without]: (typeof KINDS)[number]) =>
    without(left) !== '' && without(bare).startsWith(without(left))
  return KINDS.some(isCut) ? CUT : 'as another text'
}

const CUT = 'cut off'

/** How much of a longer text is read: escapes take up to six times the room. */
const MAX_MORE = 10_000
