import { writeJson } from '../json/write.ts'
import { type CommandRequest, type Credential, TOKEN_VARIABLE, toTitleCase } from './curl.ts'
import { REDACTED } from './redact.ts'

/**
 * Returns a line for Windows PowerShell 5.1 and PowerShell 7 that sends a request. Names of headers are in lower case.
 * Two things cannot be said to both: 5.1 knows the methods of `WebRequestMethod` alone, and without a media
 * type either sends that of a form.
 */
export function toPowerShell(
  { method, url, headers, body, text }: CommandRequest,
  credential: Credential = {},
): string {
  const verb = METHOD.test(method) ? `-Method ${method}` : `-CustomMethod ${toLiteral(method)}`
  const parts = [`Invoke-RestMethod ${verb} -Uri ${toArgument(url, credential)}`]
  const { 'content-type': mediaType, ...others } = headers
  if (mediaType !== undefined) parts.push(`-ContentType ${toArgument(mediaType, credential)}`)
  const entries = Object.entries(others).map(
    ([name, value]) => `${toLiteral(toTitleCase(name))} = ${toExpression(value, credential)}`,
  )
  if (entries.length > 0) parts.push(`-Headers @{ ${entries.join('; ')} }`)
  const data = text ?? (body === undefined ? undefined : writeJson(body))
  if (data !== undefined) parts.push(`-Body ${toBody(data)}`)
  return parts.join(' ')
}

/** `Microsoft.PowerShell.Commands.WebRequestMethod`, without `Default`. HTTP knows them in capitals only. */
const METHOD = /^(?:GET|HEAD|POST|PUT|DELETE|TRACE|OPTIONS|MERGE|PATCH)$/

/** Text beyond ASCII is sent as bytes: 5.1 would encode it as ISO 8859-1. */
function toBody(text: string): string {
  const isAscii = /^[\0-\x7f]*$/.test(text)
  return isAscii ? toArgument(text) : `([Text.Encoding]::UTF8.GetBytes(${toExpression(text)}))`
}

/** Only in parentheses is a sum an argument. */
function toArgument(text: string, credential: Credential = {}): string {
  const expression = toExpression(text, credential)
  return expression.includes("' + ") ? `(${expression})` : expression
}

/** Writes a text as a string, or as the sum of strings, control characters and the variable of the token. */
function toExpression(text: string, { token, variable = TOKEN_VARIABLE }: Credential = {}): string {
  const shown = token === undefined ? text : text.replaceAll(REDACTED, () => token)
  const terms = shown.split(PART).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' && index > 0 ? [] : [toLiteral(part)]
    return [part === REDACTED ? `$env:${variable}` : `[char]${part.charCodeAt(0)}`]
  })
  return terms.join(' + ')
}

/**
 * Quotes a text without control characters. PowerShell takes the typographic single quotes for the ASCII one, and two in a
 * row for the second of them.
 */
const toLiteral = (text: string): string => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`

/** Splits a text at what no string may have: line breaks, other control characters, and the place of a token. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be pasted
const PART = /(\[redacted\]|[\x00-\x1f\x7f-\x9f])/
