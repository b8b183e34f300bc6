import type { MockState } from '../control/types.ts'
import { quote } from '../http/curl.ts'

/**
 * The command that starts the server again. It has the options of the server, but not its plants, nor tokens
 * other than the first of the command line. The page's port may be that of a proxy.
 */
export function toRestartCommand(
  { options, basePath }: Pick<MockState, 'options' | 'basePath'>,
  pagePort: string,
  commandLineToken: string = ACCESS_TOKEN,
): string {
  const { accessTokens = 0, allowedHosts = [], latency, plants: _, port, ...others } = options
  const flags: [name: string, value: unknown][] = [
    ['port', port ?? pagePort],
    ['base-path', basePath || undefined],
    ...Array.from({ length: accessTokens }, (_, index): [string, string] => [
      'token',
      index === 0 ? commandLineToken : ACCESS_TOKEN,
    ]),
    ...allowedHosts.map((host): [string, string] => ['allowed-host', host]),
    ['latency', Array.isArray(latency) ? latency.join('-') : latency],
    ...Object.entries(others).map(([name, value]): [string, unknown] => [toFlag(name), value]),
  ]
  const words = flags.flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, toWord(String(value))],
  )
  return ['npx plant-store-client mock', ...words].join(' ')
}

export const ACCESS_TOKEN = '<ACCESS_TOKEN>'

/** `failureRate` is `failure-rate` on the command line. */
const toFlag = (option: string) => option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

const toWord = (text: string) => (/^[\w./:-]+$/.test(text) ? text : quote(text))
