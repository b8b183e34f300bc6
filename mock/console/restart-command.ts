import type { MockState } from '../control/types.ts'
import { quote } from './shell.ts'

/**
 * The command that starts the server again. It has the options of the server but the tokens, which the
 * page does not know, and the plants, which were in a file or in a program.
 */
export function toRestartCommand({ options, basePath }: MockState, port: string): string {
  const { accessTokens = 0, allowedHosts = [], latency, ...others } = options
  const flags: [name: string, value: unknown][] = [
    ['port', port],
    ['base-path', basePath || undefined],
    ...Array.from({ length: accessTokens }, (): [string, string] => ['token', '<ACCESS_TOKEN>']),
    ...allowedHosts.map((host): [string, string] => ['allowed-host', host]),
    ['latency', Array.isArray(latency) ? latency.join('-') : latency],
    ...Object.entries(others).map(([name, value]): [string, unknown] => [toFlag(name), value]),
  ]
  const words = flags.flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, toWord(String(value))],
  )
  return ['npx plant-store-client mock', ...words].join(' ')
}

/** `failureRate` is `failure-rate` on the command line. */
const toFlag = (option: string) => option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const toWord = (text: string) => (/^[\w./:-]+$/.test(text) ? text : quote(text))
