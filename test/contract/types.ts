import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { sourceText } from '../../scripts/generate/json-text.ts'
import { exactly, type Followed, type Values } from './edit.ts'

const TYPES = { request: 'Request', success: 'Success', error: 'ErrorBody' } as const

/** Writes a file of types for an edit: every valid value must be one that the types take. */
export async function writeTypes(edit: Followed, generated: string): Promise<string> {
  const lines = Object.entries(TYPES).flatMap(([role, type]) => {
    const { valid = [] }: Values = edit[role as keyof typeof TYPES] ?? {}
    return valid.map(text => `take<${type}>()(${sourceText(exactly(text))})`)
  })
  const file = join(generated, 'values.ts')
  await writeFile(
    file,
    `import type { AddPlantError, AddPlantRequest, AddPlantSuccess } from './types.ts'
import { pickRequest, pickSuccess, requestExample } from './contract.ts'
interface Request extends Plain<AddPlantRequest> {}
interface Success extends Plain<AddPlantSuccess> {}
interface ErrorBody extends Plain<AddPlantError> {}
type Plain<T> = { [K in keyof T]: T[K] }
/** Takes more than the declared properties, as JSON does. */
declare function take<T>(): <V extends T>(value: V) => void
export const request: Request = pickRequest(requestExample as Request)
export const success: object = pickSuccess(request)
export type All = [Request, Success, ErrorBody]
{
${lines.join('\n')}
}
${edit.types ?? ''}
`,
  )
  return file
}

/** What the compiler says of files, under the project's own options. */
export function typeErrors(files: readonly string[], passedOver: readonly number[] = []): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', path => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, resolve('.'))
  const program = ts.createProgram(files, {
    ...options,
    allowJs: true,
    isolatedDeclarations: false,
    noUnusedLocals: false,
    types: [],
  })
  const errors = ts.getPreEmitDiagnostics(program).filter(({ code }) => !passedOver.includes(code))
  return errors.map(({ file, start = 0, messageText }) => {
    const { line } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0 }
    const source = file?.text.split('\n')[line]
    return `${file?.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}: ${source}`
  })
}
