import { escapeControls } from '../terminal/printable.ts'
import { addressOf, type RuleRequest } from './rule.ts'
import { planRules } from './rules.ts'
import type { Target } from './run.ts'

/** The requests of a run, as a few lines or as a line of JSON each. */
export function* dryRun({ baseUrl, token, firstId }: Target, json: boolean): Generator<string> {
  for (const { rule, requests } of planRules(firstId, token))
    for (const request of requests) {
      const printed = {
        rule: rule.name,
        ...addressOf(request, baseUrl),
        headers: request.headers ?? {},
        ...printedBody(request.body),
      }
      yield json ? JSON.stringify(printed) : toLines(printed)
    }
}

interface PrintedRequest {
  rule: string
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  bytes: number
}

/** The number of characters printed of each end of a long body. */
const END = 100

function printedBody(body: RuleRequest['body']): Pick<PrintedRequest, 'body' | 'bytes'> {
  if (body === undefined) return { body: null, bytes: 0 }
  const bytes = Buffer.from(typeof body === 'string' ? new TextEncoder().encode(body) : body)
  const text = bytes.toString()
  return {
    body: text.length > 2 * END ? `${text.slice(0, END)}...${text.slice(-END)}` : text,
    bytes: bytes.length,
  }
}

function toLines({ rule, method, url, headers, body, bytes }: PrintedRequest): string {
  const size = bytes > 2 * END ? `  (${bytes} bytes in all)` : ''
  return [
    rule,
    `  ${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...(body ? [`  ${escapeControls(body)}${size}`] : []),
    '',
  ].join('\n')
}
