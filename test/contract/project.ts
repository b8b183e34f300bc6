import { resolve, sep } from 'node:path'
import ts from 'typescript'

const root = resolve('generated') + sep
const { config } = ts.readConfigFile('tsconfig.build.json', path => ts.sys.readFile(path))
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, resolve('.'))
const parsed = new Map<string, ts.SourceFile | undefined>()

/** What the compiler says of client and mock with another folder in place of `generated/`. */
export function projectErrors(generated: string): string[] {
  const host = ts.createCompilerHost(options)
  const redirect = (path: string) => {
    const whole = resolve(path)
    return whole.startsWith(root) ? resolve(generated, whole.slice(root.length)) : path
  }
  const { getSourceFile, readFile, fileExists } = host
  host.readFile = path => readFile.call(host, redirect(path))
  host.fileExists = path => fileExists.call(host, redirect(path))
  // The other files are the same for every edit.
  host.getSourceFile = (path, ...rest) => {
    if (resolve(path).startsWith(root)) return getSourceFile.call(host, path, ...rest)
    if (!parsed.has(path)) parsed.set(path, getSourceFile.call(host, path, ...rest))
    return parsed.get(path)
  }
  const program = ts.createProgram(fileNames, options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) =>
      [file?.fileName, ts.flattenDiagnosticMessageText(messageText, ' ')].join(': '),
    )
}
