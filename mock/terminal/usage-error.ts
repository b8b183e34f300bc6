import { type ParseArgsConfig, parseArgs } from 'node:util'
import { suggest } from './suggest.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Describes what `parseArgs` refused, with the option that was probably meant. */
export function usageError(error: unknown, args: readonly string[], options: Options): unknown {
  if (!(error instanceof TypeError && 'code' in error)) return error
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return error
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const unknown = tokens.find(
    token => token.kind === 'option' && !Object.hasOwn(options, token.name),
  )
  if (unknown?.kind !== 'option') return error
  const meant = suggest(unknown.name, Object.keys(options))
  return new TypeError(
    `Unknown option ${unknown.rawName}${meant ? `: did you mean --${meant}?` : ''}`,
  )
}
