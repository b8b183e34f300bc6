import { suggest } from '../terminal/suggest.ts'
import { toPrintable } from '../verify/printable.ts'

/** The words that may follow the name of the program. */
const COMMANDS = ['verify', 'help']

/** The mock takes options alone. Says what was probably meant by the argument at `index`. */
export function unexpectedArgument(args: readonly string[], index: number): TypeError {
  const argument = args[index] ?? ''
  // It may be a second token, and tokens are not printed.
  if (args[index - 2] === '--token' || args[index - 1]?.startsWith('--token='))
    return new TypeError('Unexpected argument after --token: give --token once for each token')
  if (COMMANDS.includes(argument))
    return new TypeError(`Unexpected argument '${argument}': ${argument} must come first`)
  const meant = guess(argument)
  const shown = toPrintable(argument.slice(0, MAX_CHARS))
  return new TypeError(`Unexpected argument '${shown}'${meant ? `: did you mean ${meant}?` : ''}`)
}

const MAX_CHARS = 100

function guess(argument: string): string | undefined {
  const shown = toPrintable(argument.slice(0, MAX_CHARS))
  if (/^https?:\/\//i.test(argument)) return `verify ${shown}`
  if (/\.json$/i.test(argument)) return `--plants ${shown}`
  if (/^\d+$/.test(argument)) return `--port ${shown}`
  return suggest(argument, COMMANDS)
}
