import { join } from 'node:path'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests to run on the source, so that Stryker's mutants need no build. */
interface MutationTests {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Files or folders that run first, and kill most mutants. */
  readonly quick?: readonly string[]
  /** Files that run last. */
  readonly slow: readonly string[]
  readonly plugins?: ViteUserConfig['plugins']
}

/** The package's names, as its users import it. */
const alias = [
  ['', 'src/index.ts'],
  ['/mock', 'mock/index.ts'],
  ['/mock/msw', 'mock/msw.ts'],
  ['/mock/server', 'mock/server.ts'],
].map(([path, file = '']) => ({
  find: new RegExp(`^plant-store-client${path}$`),
  replacement: join(import.meta.dirname, file),
}))

// So that the time of day is not GMT by chance.
process.env.TZ = 'Asia/Tokyo'

export function mutationConfig({
  include,
  exclude,
  quick = [],
  slow,
  plugins = [],
}: MutationTests): ViteUserConfig {
  class QuickestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const rank = ({ moduleId }: TestSpecification) => {
        const first = quick.findIndex(name => moduleId.includes(name))
        if (first >= 0) return first
        return quick.length + 1 + slow.findIndex(name => moduleId.includes(name))
      }
      return files.toSorted((a, b) => rank(a) - rank(b))
    }
  }
  return defineConfig({
    plugins,
    resolve: { alias },
    test: {
      include: [...include],
      exclude: [...configDefaults.exclude, ...exclude],
      globalSetup: 'test/harness/temporary.ts',
      isolate: false, // or each mutant waits for a worker for each file
      sequence: { sequencer: QuickestFirst },
      testTimeout: 30_000, // a mutant that hangs is killed by it, and no slow machine comes near it
    },
  })
}
