import { isSecretHeader } from '../http/redact.ts'
import { escapeControls } from '../terminal/printable.ts'
import type { PlannedProbe } from './requests/plan.ts'
import { addressOf, textOf } from './requests/probe.ts'
import type { Target } from './run/target.ts'

/** The number of characters printed of each end of a long body, but for lines of JSON, which have all of it. */
const END = 100

/** The requests of a run, as a few lines or as a line of JSON each. */
export function* dryRun(
  plan: readonly PlannedProbe[],
  { baseUrl, headers: always }: Pick<Target, 'baseUrl' | 'headers'>,
  json: boolean,
): Generator<string> {
  for (const { probe, requests } of plan)
    for (const request of requests) {
      const { body } = request
      const hidden = Object.entries(always).map(([name, value]) => [
        name,
        isSecretHeader(name) ? '[value]' : value,
      ])
      const headers = { ...Object.fromEntries(hidden), ...request.headers }
      const { method, url } = addressOf(request, baseUrl)
      const bytes = Buffer.byteLength(body ?? '')
      const text = textOf(request)
      const isLong = text.length > 2 * END
      const shown = isLong ? `${text.slice(0, END)}...${text.slice(-END)}` : text
      if (json) {
        const sent = { headers, body: body === undefined ? null : text, bytes }
        yield JSON.stringify({ probe: probe.name, method, url, ...sent })
        continue
      }
      const size = isLong ? `  (${bytes} bytes in all)` : ''
      const lines = [
        `${method} ${url}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(text ? [escapeControls(shown) + size] : []),
      ]
      yield `${[probe.name, ...lines.map(line => `  ${line}`)].join('\n')}\n`
    }
}
