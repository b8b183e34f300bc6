/** Texts side by side, each wrapped to the width of its column. */
export function columns(cells: readonly (readonly [text: string, width: number])[]): string[] {
  const wrapped = cells.map(([text, width]) => wrap(text, width))
  const height = Math.max(...wrapped.map(lines => lines.length))
  return Array.from({ length: height }, (_, row) =>
    cells
      .map(([, width], column) => (wrapped[column]?.[row] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  )
}

/** Wraps at spaces; a word is only broken if it is longer than a line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (let word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    for (; word.length > width; word = word.slice(width)) lines.push(word.slice(0, width))
    line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}
