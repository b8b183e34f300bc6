/** Returns a table in Markdown. All columns but the last are padded. */
export function toTable(head: string[], rows: string[][]): string {
  const table = [head, head.map(title => '-'.repeat(title.length)), ...rows]
  const widths = head.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0)))
  const lines = table.map(row =>
    row.map((cell, column) => (column < head.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)),
  )
  return lines.map(cells => `| ${cells.join(' | ')} |`).join('\n')
}
