import { type ParseArgsConfig, parseArgs } from 'node:util'
import { suggest } from './suggest.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Describes what `parseArgs` refused, with the option that was probably meant. It repeats no value. */
export function usageError(error: unknown, args: readonly string[], options: Options): unknown {
  if (!(error instanceof TypeError && 'code' in error)) return error
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = tokens.filter(token => token.kind === 'option')
  const describe = DESCRIBE[String(error.code)]
  const message = describe && given.map(each => describe(each, options)).find(Boolean)
  return message === undefined ? error : new TypeError(message)
}

interface Given {
  name: string
  rawName: string
  value: string | undefined
  inlineValue: boolean | undefined
}

const DESCRIBE: Record<string, (given: Given, options: Options) => string | undefined> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: describeName,
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: describeValue,
}

function describeName({ name, rawName }: Given, options: Options): string | undefined {
  if (Object.hasOwn(options, name)) return undefined
  const meant = suggest(name, Object.keys(options))
  return `Unknown option ${rawName}${meant ? `: did you mean --${meant}?` : ''}`
}

function describeValue({ name, rawName, value, inlineValue }: Given, options: Options) {
  const takesValue = options[name]?.type === 'string'
  if (!takesValue) return value === undefined ? undefined : `${rawName} takes no value`
  if (value === undefined) return `${rawName} needs a value`
  if (inlineValue || !/^-./.test(value)) return undefined
  return `${rawName} needs a value; write one that begins with - as ${rawName}=VALUE`
}
