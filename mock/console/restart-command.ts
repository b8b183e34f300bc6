import type { MockState } from '../control/types.ts'
import { quote } from './shell.ts'

/**
 * The command that starts the server again. It has the options of the server but the tokens, which the
 * page does not know, and the plants, which were in a file or in a program.
 */
export function toRestartCommand({ options, basePath }: MockState, port: string): string {
  const all = { port, basePath: basePath || undefined, ...options }
  const words = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [flagOf(name), toWord(value)],
  )
  return ['npx plant-store-client', ...words].join(' ')
}

/** `failureRate` is `--failure-rate` on the command line. */
const flagOf = (option: string) =>
  `--${option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

/** A range is `100-400` on the command line. */
function toWord(value: unknown): string {
  const text = Array.isArray(value) ? value.join('-') : String(value)
  return /^[\w./:-]+$/.test(text) ? text : quote(text)
}
