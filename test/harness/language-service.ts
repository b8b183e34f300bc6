import ts from 'typescript'

/** A language service, as editors use it, for a file that need not exist. */
export function languageService(
  file: string,
  source: string,
  options: ts.CompilerOptions,
): ts.LanguageService {
  return ts.createLanguageService({
    getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, types: [], ...options }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const text = name === file ? source : ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: name => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  })
}
