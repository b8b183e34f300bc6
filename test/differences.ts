import type { Outcome, Rule } from '../mock/verify/rule.ts'

/** In what an outcome differs from its rule. */
export function differences({ answer }: Rule, { status, headers, body }: Outcome): string[] {
  const found: string[] = []
  const differs = (what: string, got: unknown, wanted: unknown) =>
    found.push(`${what} is ${JSON.stringify(got)}, not ${wanted}`)

  if (status !== answer.status) differs('status', status, answer.status)
  const wanted: typeof answer.headers = { 'access-control-allow-origin': '*', ...answer.headers }
  for (const [name, value] of Object.entries(wanted)) {
    const got = headers[name] ?? null
    const holds = typeof value === 'object' && value ? value.test(got ?? '') : got === value
    if (!holds) differs(name, got, value)
  }
  if ('text' in answer.body) {
    if (body !== answer.body.text) differs('body', body, answer.body.text)
    return found
  }
  if (headers['content-type'] !== 'application/json')
    differs('content-type', headers['content-type'], 'application/json')
  if ('json' in answer.body) {
    const json = JSON.stringify(answer.body.json)
    if (body !== json) differs('body', body, json)
    return found
  }
  const { error, message, ...rest } = JSON.parse(body)
  if (error !== status || Object.keys(rest).length > 0) differs('body', body, 'an Error')
  if (!answer.body.message.test(message)) differs('message', message, answer.body.message)
  return found
}
