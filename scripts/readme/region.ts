/** `// #region name`, and the same in shell, YAML, HTML, CSS and JSX comments. */
const MARKER = /^\s*(?:\/\/|#|<!--|\{?\/\*)\s*#?(region|endregion)\b *([\w-]*)/

/**
 * Returns the lines of a file or of one region, dedented and without region markers. The imports of a region stay
 * where they are, so that it may also have a part of a function.
 */
export function region(text: string, path: string, name: string | undefined): string[] {
  const lines = part(text.replaceAll('\r\n', '\n'), path, name)
  const shown = lines.filter(line => !MARKER.test(line))
  while (shown[0]?.trim() === '') shown.shift()
  while (shown.at(-1)?.trim() === '') shown.pop()
  const code = shown.filter(line => line.trim() !== '' && !line.startsWith('import '))
  const least = Math.min(...code.map(line => line.search(/\S/)))
  return shown.map(line => line.slice(Math.min(least, line.search(/\S|$/))))
}

function part(text: string, path: string, name: string | undefined): string[] {
  const lines = text.split('\n')
  if (name === undefined) return lines
  // JSON has no comments: its regions are its keys.
  if (path.endsWith('.json')) {
    const { [name]: value } = JSON.parse(text)
    if (value === undefined) throw new Error(`names a key that ${path} does not have: ${name}`)
    return JSON.stringify({ [name]: value }, null, 2).split('\n')
  }

  const open: string[] = []
  const found: string[] = []
  let seen = false
  for (const line of lines) {
    const [, kind, named = ''] = MARKER.exec(line) ?? []
    if (kind === 'endregion') open.pop()
    if (open.includes(name)) found.push(line)
    if (kind === 'region') open.push(named)
    seen ||= open.includes(name)
  }
  if (!seen) throw new Error(`names a region that ${path} does not have: ${name}`)
  if (open.includes(name)) throw new Error(`names a region of ${path} that has no end: ${name}`)
  return found
}
