import { resolve } from 'node:path'
import ts from 'typescript'

/** Compiles a module of an application, by default for ES2019 and browsers. Returns the errors. */
export function typeErrors(source: string, given: ts.CompilerOptions = {}): string {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2019,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    types: [],
    noEmit: true,
    ...given,
  }
  const file = resolve(import.meta.dirname, 'application.ts')
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = name => name === file || fileExists(name)
  host.getSourceFile = (name, target, ...rest) =>
    name === file ? ts.createSourceFile(name, source, target) : getSourceFile(name, target, ...rest)
  const program = ts.createProgram([file], options, host)
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host)
}
