// Reads the part of PowerShell's grammar that a command of the mock may use, as written in the language's specification
// (sections 2.3.5.2 on strings and 7.2 on sums; the tokenizer's single quotes are U+0027 and U+2018 to U+201B).
// Whatever else a line has is an error: it would run.

interface ReadRequest {
  method?: string | undefined
  url?: string | undefined
  mediaType?: string | undefined
  headers: Record<string, string>
  body?: string | undefined
}

const QUOTE = "['\u2018-\u201b]"
/** In single quotes only they have a meaning: two in a row are the second one. */
const STRING = `${QUOTE}(?:[^'\u2018-\u201b]|${QUOTE}{2})*${QUOTE}`
const TERM = `(?:${STRING}|\\[char\\]\\d+|\\$env:\\w+)`
/** A sum is text only if its first term is: PowerShell converts the others to the type of the first. */
const SUM = `${STRING}(?: \\+ ${TERM})*`
const ARGUMENT = `${TERM}|\\(${SUM}\\)|\\(\\[Text\\.Encoding\\]::UTF8\\.GetBytes\\(${SUM}\\)\\)`
const ENTRY = `(${STRING}) = (${SUM})`
const LINE = new RegExp(
  [
    `^Invoke-RestMethod (?:-Method (?<method>[A-Z]+)|-CustomMethod (?<custom>${ARGUMENT}))`,
    ` -Uri (?<url>${ARGUMENT})`,
    `(?: -ContentType (?<mediaType>${ARGUMENT}))?`,
    `(?: -Headers @\\{ (?<headers>${ENTRY}(?:; ${ENTRY})*) \\})?`,
    `(?: -Body (?<body>${ARGUMENT}))?$`,
  ].join(''),
)

/** What `Invoke-RestMethod` is asked for by a line. */
export function readPowerShell(
  line: string,
  environment: Record<string, string> = {},
): ReadRequest {
  const read = LINE.exec(line)?.groups
  if (!read) throw new Error(`It is not a request, or more than that: ${line}`)
  const readTerm = (term: string) => {
    if (term.startsWith('[char]')) return String.fromCharCode(Number(term.slice(6)))
    if (term.startsWith('$env:')) return environment[term.slice(5)] ?? ''
    return term.slice(1, -1).replace(new RegExp(`${QUOTE}(${QUOTE})`, 'g'), '$1')
  }
  const textOf = (argument: string | undefined) =>
    argument?.match(new RegExp(TERM, 'g'))?.map(readTerm).join('')
  const headers: Record<string, string> = {}
  for (const [, name, value] of (read.headers ?? '').matchAll(new RegExp(ENTRY, 'g'))) {
    const key = textOf(name) ?? ''
    if (Object.keys(headers).some(other => other.toLowerCase() === key.toLowerCase()))
      throw new Error(`the key ${key} stands there twice`)
    headers[key] = textOf(value) ?? ''
  }
  return {
    headers,
    method: read.method ?? textOf(read.custom),
    url: textOf(read.url),
    mediaType: textOf(read.mediaType),
    body: textOf(read.body),
  }
}
