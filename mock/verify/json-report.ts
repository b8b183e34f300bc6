import { escapeControls } from '../terminal/printable.ts'
import { skipped } from './plan.ts'
import { points } from './points.ts'
import type { Report, Result } from './report.ts'
import { isSame, summarize } from './summary.ts'

/** A line of JSON for each result. */
export function createJsonReport(print: (text: string) => void): Report {
  const results: Result[] = []
  const printJson = (value: unknown) => print(escapeControls(JSON.stringify(value)))
  return {
    // Ids are strings, since few JSON parsers are exact beyond 2^53.
    begin: (baseUrl, { ids, ...counts }) => printJson({ baseUrl, ...counts, ids: ids.map(String) }),
    result(result) {
      results.push(result)
      printJson(toJson(result))
    },
    end: stopped =>
      printJson({ summary: { ...summarize(results), skipped, stopped: stopped ?? null } }),
  }
}

function toJson(result: Result): object {
  const { name, verdict, specified, reasons, service, mock, point, message } = result
  const { about, mockOption } = point ? points[point] : {}
  return {
    rule: name,
    verdict,
    specified: specified ?? null,
    reasons,
    service,
    mock,
    sameAsMock: isSame(result),
    unspecified: about ?? null,
    mockOption: mockOption ?? null,
    message: message ?? null,
  }
}
