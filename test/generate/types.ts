import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import ts from 'typescript'

/** Writes a file that uses what was generated, as client, mock and openapi-fetch do. */
export async function writeUse(generated: string, types: string): Promise<string> {
  await symlink(resolve('node_modules'), join(generated, 'node_modules'), 'junction')
  const file = join(generated, 'use.ts')
  const text = `import createClient from 'openapi-fetch'
import { method, path, pickSuccess, requestExample } from './contract.ts'
import type { AddPlantError, AddPlantRequest, AddPlantSuccess, components, paths } from './types.ts'
import { isError, isSuccess, issuesOfRequest } from './validators.ts'
interface NewPlant extends Plain<AddPlantRequest> {}
interface Plant extends Plain<AddPlantSuccess> {}
type Plain<T> = { [K in keyof T]: T[K] }
const request: NewPlant = requestExample
const success: object = pickSuccess(request)
const { data, error } = await createClient<paths>()[method](path, { body: request })
const answers: [Plant | undefined, AddPlantError | undefined] = [data, error]
if (isSuccess(success)) answers[0] = success
if (isError(success)) answers[1] = success
issuesOfRequest(request)
${types}
`
  await writeFile(file, text)
  return file
}

const { config } = ts.readConfigFile('tsconfig.json', path => ts.sys.readFile(path))
const sources = { ...config, include: ['src', 'mock'] }
const { options, fileNames } = ts.parseJsonConfigFileContent(sources, ts.sys, resolve('.'))

/** What the compiler says of files, under the options of the project. */
export function typeErrors(files: readonly string[]): string[] {
  const relaxed = { ...options, isolatedDeclarations: false, noUnusedLocals: false, types: [] }
  return errorsOf(ts.createProgram(files, relaxed))
}

/** What the compiler says of client and mock with another folder in place of `generated/`. */
export function projectErrors(generated: string): string[] {
  const host = ts.createCompilerHost(options)
  const root = resolve('generated') + sep
  const redirect = (path: string) =>
    resolve(path).startsWith(root) ? join(generated, resolve(path).slice(root.length)) : path
  const { readFile, fileExists } = host
  host.readFile = path => readFile.call(host, redirect(path))
  host.fileExists = path => fileExists.call(host, redirect(path))
  host.getSourceFile = (path, options) =>
    ts.createSourceFile(path, host.readFile(path) ?? '', options)
  return errorsOf(ts.createProgram(fileNames, options, host))
}

const errorsOf = (program: ts.Program) =>
  ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, start = 0, messageText }) =>
        `${file?.fileName}:${start} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
