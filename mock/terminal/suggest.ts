/** Returns the known word that was probably meant, if one is close enough. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const limit = Math.ceil(word.length / 3)
  const [nearest] = known
    .filter(candidate => Math.abs(candidate.length - word.length) <= limit)
    .map(candidate => ({ candidate, edits: distance(word, candidate) }))
    .filter(({ edits }) => edits <= limit)
    .sort((one, other) => one.edits - other.edits)
  return nearest?.candidate ?? known.find(candidate => candidate.split('-').includes(word))
}

/** Counts the characters to insert, delete or replace (Levenshtein distance). */
function distance(from: string, to: string): number {
  let edits = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const row = [index + 1]
    for (const [column, wanted] of [...to].entries()) {
      const [replaced = 0, inserted = 0] = edits.slice(column, column + 2)
      row.push(Math.min(replaced + Number(letter !== wanted), inserted + 1, (row[column] ?? 0) + 1))
    }
    edits = row
  }
  return edits.at(-1) ?? 0
}
