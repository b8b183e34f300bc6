import { method, path } from '../../generated/contract.ts'
import { planned } from './plan.ts'
import type { RuleRequest } from './rule.ts'
import type { Target } from './verify.ts'

/** The requests that would be sent, each in a few lines, or in one of JSON. */
export function* dryRun({ baseUrl, token, firstId }: Target, json: boolean): Generator<string> {
  for (const { rule } of planned(firstId, token))
    for (const request of [...(rule.before ?? []), rule.request]) {
      const shown = {
        rule: rule.name,
        method: request.method ?? method,
        url: baseUrl + (request.path ?? path),
        headers: request.headers ?? {},
        ...shownBody(request.body),
      }
      yield json ? JSON.stringify(shown) : inLines(shown)
    }
}

/** As much is shown of each end of a long body. */
const END = 100

function shownBody(body: RuleRequest['body']): { body: string | null; bytes: number } {
  if (body === undefined) return { body: null, bytes: 0 }
  const bytes = Buffer.from(body as string)
  const text = bytes.toString()
  return {
    body: text.length > 2 * END ? `${text.slice(0, END)}...${text.slice(-END)}` : text,
    bytes: bytes.length,
  }
}

type Shown = ReturnType<typeof shownBody> & {
  rule: string
  method: string
  url: string
  headers: Record<string, string>
}

function inLines({ rule, method, url, headers, body, bytes }: Shown): string {
  const long = bytes > 2 * END ? `  (${bytes} bytes in all)` : ''
  return [
    rule,
    `  ${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...(body ? [`  ${escaped(body)}${long}`] : []),
    '',
  ].join('\n')
}

/** A line break is shown as `\n`. */
const escaped = (text: string) =>
  text.replace(/\p{Cc}/gu, control => JSON.stringify(control).slice(1, -1))
