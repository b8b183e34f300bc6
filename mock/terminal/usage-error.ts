import { type ParseArgsConfig, parseArgs } from 'node:util'
import { suggest } from './suggest.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Throws a `TypeError` for anything that `parseArgs` would refuse, and names the option that was probably
 * meant. Repeats no value, which may be a token.
 */
export function checkUsage(args: readonly string[], options: Options): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  for (const token of tokens) {
    const problem = token.kind === 'option' && findProblem(token, options)
    if (problem) throw new TypeError(problem)
  }
}

interface GivenOption {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function findProblem(given: GivenOption, options: Options): string | undefined {
  const { name, rawName, value, inlineValue } = given
  if (!Object.hasOwn(options, name)) {
    const meant = suggest(name, Object.keys(options))
    return `Unknown option ${rawName}${meant ? `: did you mean --${meant}?` : ''}`
  }
  if (options[name]?.type === 'boolean')
    return value === undefined ? undefined : `${rawName} takes no value`
  if (value === undefined) return `${rawName} needs a value`
  if (!inlineValue && /^-./.test(value))
    return `${rawName} needs a value; write one that begins with - as ${rawName}=VALUE`
  return undefined
}
