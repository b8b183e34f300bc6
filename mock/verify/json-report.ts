import type { Report } from './command.ts'
import { unasked } from './plan.ts'
import { points } from './points.ts'
import { isSame, summaryOf } from './summary.ts'
import type { Result } from './verify.ts'

/** A line of JSON for each thing that is found. */
export function jsonReport(say: (text: string) => void): Report {
  const results: Result[] = []
  const print = (value: unknown) => say(JSON.stringify(value))
  return {
    // Ids are strings: few readers of JSON are exact past 2^53.
    begin: (verifies, { ids, ...counts }) => print({ verifies, ...counts, ids: ids.map(String) }),
    result(result) {
      results.push(result)
      const { name, verdict, states, why, service, mock, point, message } = result
      print({
        rule: name,
        verdict,
        states: states ?? null,
        why,
        service,
        mock,
        sameAsMock: isSame(result),
        silentOn: point ? points[point].about : null,
        mockSwitch: (point && points[point].mockSwitch) ?? null,
        message: message ?? null,
      })
    },
    end: stopped =>
      print({ summary: { ...summaryOf(results), unasked, stopped: stopped ?? null } }),
  }
}
