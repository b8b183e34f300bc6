/** Lines of text side by side: each cell is broken into lines that fit its width. */
export function columns(cells: readonly (readonly [text: string, width: number])[]): string[] {
  const broken = cells.map(([text, width]) => linesOf(text, width))
  const height = Math.max(...broken.map(lines => lines.length))
  return Array.from({ length: height }, (_, row) =>
    cells
      .map(([, width], column) => (broken[column]?.[row] ?? '').padEnd(width))
      .join('  ')
      .trimEnd(),
  )
}

/** Breaks at spaces, and a word only where it alone is too long. */
export function linesOf(text: string, width: number): string[] {
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
