/**
 * Writes the public surface of each entry to `api/`, from the built declarations. With `--check`, writes
 * nothing and fails if a committed report is out of date.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from '@microsoft/api-extractor'

/** The declaration file of each entry, by report name. */
const ENTRIES = {
  'plant-store-client': 'dist/index.d.ts',
  mock: 'dist/mock/index.d.ts',
  'mock-msw': 'dist/mock/msw.d.ts',
  'mock-server': 'dist/mock/server.d.ts',
}

const COMPILER_OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'nodenext',
  strict: true,
  types: [],
  skipLibCheck: true,
}

const check = process.argv.includes('--check')
mkdirSync('api', { recursive: true })
const temporary = mkdtempSync(join(tmpdir(), 'plant-store-client-api-'))
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))

for (const [name, declarations] of Object.entries(ENTRIES)) {
  const report = join('api', `${name}.api.md`)
  const { succeeded, apiReportChanged } = Extractor.invoke(createConfig(name, declarations), {
    localBuild: !check,
    messageCallback: handleMessage,
  })
  if (check && (apiReportChanged || !existsSync(report))) {
    console.error(`${report} is not the public surface of ${declarations}: run npm run docs`)
    process.exitCode = 1
  } else if (!succeeded) process.exitCode = 1
}

function createConfig(name: string, declarations: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve('package.json'),
    configObject: {
      projectFolder: resolve('.'),
      mainEntryPointFilePath: resolve(declarations),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, files: [resolve(declarations)] },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: resolve('api'),
        reportTempFolder: temporary,
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        // We use no release tags, and the report includes the types that an export refers to.
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        // TypeDoc checks the docblocks.
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })
}

/** Silences everything but errors: changes are reported above. */
function handleMessage(message: ExtractorMessage): void {
  message.handled = message.logLevel !== ExtractorLogLevel.Error
}
