import { defineConfig, type Options } from 'tsup'
import { consolePage } from './scripts/console-page.ts'

const shared: Options = {
  target: 'es2022',
  platform: 'neutral',
  // A bundler for Workers leaves `node:http` to the runtime, but looks for a package named `http`.
  removeNodeProtocol: false,
  external: [/^node:/],
  loader: { '.yaml': 'text' }, // the control API serves the description
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
 * Applications bundle the client, so it has a map; its sources are published next to `dist`, so the map
 * only names them.
 */
const withMap: Options = {
  sourcemap: true,
  esbuildOptions(options) {
    options.sourcesContent = false
    options.minifySyntax = true
  },
}

/** For an uncaught error, Node prints the line that threw it. */
const MAX_LINE = 120

/** The limit of the package is 700 kB, and a third of a file is white space. Names are kept. */
const compact: Options = {
  esbuildOptions(options) {
    options.minifyWhitespace = true
    options.minifySyntax = true
    options.lineLimit = MAX_LINE
  },
}

// The client and the mock share no file, as they share no code but what is generated. Types are made for
// the ES modules; `scripts/build.ts` derives those of CommonJS.
const configs: Options[] = [
  { ...shared, ...withMap, entry: client, format: 'esm', dts: true },
  // With treeshake, rollup writes the file: it finds the default export of openapi-fetch's CommonJS.
  { ...shared, entry: client, format: 'cjs', treeshake: true, minify: true },
  {
    ...shared,
    entry: mock,
    format: 'cjs',
    minify: true, // for the limit of the package; the ES modules keep their names
    esbuildOptions(options) {
      options.lineLimit = MAX_LINE
    },
    splitting: true,
    treeshake: true, // rollup makes these files CommonJS then, and leaves their syntax alone
    esbuildPlugins: [consolePage],
  },
  {
    ...shared,
    ...compact,
    entry: { ...mock, ...bins },
    format: 'esm',
    dts: mockTypes,
    esbuildPlugins: [consolePage],
  },
]
const config: ReturnType<typeof defineConfig> = defineConfig(configs)
export default config
