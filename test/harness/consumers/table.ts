/** Prints a table in Markdown. All columns but the last are padded. */
export function printTable(head: string[], rows: string[][]): void {
  const table = [head, head.map(title => '-'.repeat(title.length)), ...rows]
  const widths = head.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0)))
  console.log()
  for (const row of table) {
    const cells = row.map((cell, column) =>
      column < head.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell,
    )
    console.log(`| ${cells.join(' | ')} |`)
  }
}
