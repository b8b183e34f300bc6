import nodeResolve from '@rollup/plugin-node-resolve'
import typescript from '@rollup/plugin-typescript'

export default {
  input: ['src/client.ts', 'src/mocked.ts', 'src/unused.ts'],
  output: { dir: 'dist', format: 'es', sourcemap: true },
  plugins: [nodeResolve({ browser: true }), typescript()],
  onwarn(warning) {
    throw new Error(warning.message)
  },
}
