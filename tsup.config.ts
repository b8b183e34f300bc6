import { defineConfig, type Options } from 'tsup'
import packageJson from './package.json' with { type: 'json' }
import { consolePage, sharedConsolePage } from './scripts/console-page.ts'
import { withoutDocblocks } from './scripts/without-docblocks.ts'

const shared: Options = {
  target: 'es2022',
  platform: 'neutral',
  // A bundler for Workers leaves `node:http` to the runtime, but looks for a package named `http`.
  removeNodeProtocol: false,
  external: [/^node:/],
  loader: { '.yaml': 'text' }, // the control API serves the description
  esbuildPlugins: [withoutDocblocks],
  define: { PACKAGE_VERSION: JSON.stringify(packageJson.version) }, // for what writes HAR
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

// What is shipped can be read and stepped through: nothing is minified but the console's page, and no file needs a
// source map. The client and the mock share no file, as they share no code but what is generated. Types are made
// for CommonJS; `scripts/build.ts` refers to them for the ES modules.
const configs: Options[] = [
  { ...shared, entry: client, format: 'esm' },
  // With treeshake, rollup writes the file: it finds the default export of openapi-fetch's CommonJS.
  { ...shared, entry: client, format: 'cjs', treeshake: true, dts: true },
  {
    ...shared,
    entry: mock,
    format: 'cjs',
    splitting: true,
    treeshake: true, // rollup makes these files CommonJS then, and leaves their syntax alone
    esbuildPlugins: [withoutDocblocks, sharedConsolePage],
    dts: mockTypes,
  },
  {
    ...shared,
    entry: { ...mock, ...bins },
    format: 'esm',
    esbuildPlugins: [withoutDocblocks, consolePage],
    esbuildOptions(options) {
      // tsup would look for the file. Both builds refer to it by this name.
      Object.assign(options.entryPoints ?? {}, { 'mock/console-page': 'mock/console/assets.js' })
    },
  },
]
const config: ReturnType<typeof defineConfig> = defineConfig(configs)
export default config
