import { quote } from './shell.ts'

/** How a flag is written from the value of its option. */
const FLAGS: Readonly<Record<string, (value: unknown) => readonly string[]>> = {
  port: value => ['--port', String(value)],
  host: value => ['--host', String(value)],
  basePath: value => (value ? ['--base-path', String(value)] : []),
  duplicateIds: value => ['--duplicate-ids', String(value)],
  latency: value => ['--latency', Array.isArray(value) ? value.join('-') : String(value)],
  failureRate: value => ['--failure-rate', String(value)],
  randomSeed: value => ['--random-seed', String(value)],
  maxBodyBytes: value => ['--max-body-bytes', String(value)],
  maxRequests: value => ['--max-requests', String(value)],
  maxSessions: value => ['--max-sessions', String(value)],
}

/** The command that starts the server again. */
export function toRestartCommand(options: Readonly<Record<string, unknown>>): string {
  const port = location.port || '80'
  const words = Object.entries({ ...options, port }).flatMap(
    ([name, value]) => FLAGS[name]?.(value) ?? [],
  )
  return ['npx plant-store-client', ...words.map(quoteIfNeeded)].join(' ')
}

const quoteIfNeeded = (word: string) => (/^[\w./:-]+$/.test(word) ? word : quote(word))
