import { rmSync } from 'node:fs'
import { transform } from 'esbuild'
import { defineConfig, type Options } from 'tsup'
import { consolePage } from './scripts/console-page.ts'
import { publishedSourceMaps } from './scripts/source-maps.ts'

rmSync('dist', { recursive: true, force: true })

const shared: Options = {
  target: 'es2022',
  platform: 'neutral',
  // A bundler for Workers leaves `node:http` to the runtime, but looks for a package named `http`.
  removeNodeProtocol: false,
  external: [/^node:/],
  loader: { '.yaml': 'text' }, // the control API serves the description
  sourcemap: true,
  // The sources are published beside `dist`, so the maps only name them.
  esbuildOptions(options) {
    options.sourcesContent = false
  },
  dts: true,
  plugins: [publishedSourceMaps],
}
const client = { index: 'src/index.ts' }
const mock = {
  'mock/index': 'mock/index.ts',
  'mock/msw': 'mock/msw.ts',
  'mock/server': 'mock/server.ts',
}
const bins = {
  'mock/plant-store-mock': 'mock/cli/plant-store-mock.ts',
  'mock/plant-store-client': 'mock/cli/plant-store-client.ts',
}
const mockTypes = {
  entry: mock,
  // `await using` needs it, whatever `lib` the application names.
  banner: '/// <reference lib="esnext.disposable" />',
  compilerOptions: { stripInternal: true },
}

/**
 * esbuild takes the default export of a CommonJS file for the whole of it, as Node does where an ES
 * module imports it. But openapi-fetch marks its own as `__esModule`, and the importer is CommonJS.
 */
const openapiFetchDefault: NonNullable<Options['plugins']>[number] = {
  name: 'openapi-fetch-default',
  renderChunk: code => ({
    code: code.replace('require("openapi-fetch"), 1)', 'require("openapi-fetch"))'),
  }),
}

/** The commands' own code is read by nobody, and a third of it is white space. */
const compactCommand: NonNullable<Options['plugins']>[number] = {
  name: 'compact-command',
  async renderChunk(code, { path }) {
    if (!path.includes('/command-')) return undefined
    const compact = await transform(code, { minifyWhitespace: true, target: 'es2022' })
    return { code: compact.code }
  },
}

// The client and the mock share no file, as they share no code but what is generated.
const configs: Options[] = [
  { ...shared, entry: client, format: 'esm' },
  {
    ...shared,
    entry: client,
    format: 'cjs',
    sourcemap: false, // the package is to stay below 700 kB; that of the ES modules maps the same code
    plugins: [openapiFetchDefault],
  },
  {
    ...shared,
    entry: mock,
    format: 'cjs',
    splitting: true,
    sourcemap: false,
    dts: mockTypes,
    esbuildPlugins: [consolePage],
  },
  {
    ...shared,
    entry: { ...mock, ...bins },
    format: 'esm',
    plugins: [compactCommand, publishedSourceMaps],
    dts: mockTypes,
    esbuildPlugins: [consolePage],
  },
]
const config: ReturnType<typeof defineConfig> = defineConfig(configs)
export default config
