import type { MockRequest } from './journal.ts'
import { writeJson } from './write-json.ts'

/** A request as JSON, whatever its body was. */
export function writeRequest(request: MockRequest): string {
  try {
    return writeJson({ ...request }) // without its toJSON, which cannot write a bigint everywhere
  } catch {
    const { body, ...rest } = request
    return writeJson({ ...rest, text: 'The body is nested too deeply to be shown' })
  }
}
