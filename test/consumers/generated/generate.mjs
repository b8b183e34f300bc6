// Makes a client with each generator from the published description, as its users do.
import { execFileSync } from 'node:child_process'
import { buildSync } from 'esbuild'

const description = 'node_modules/plant-store-client/openapi.yaml'
const commands = [
  ['openapi-ts', '-i', description, '-o', 'out/hey-api', '-c', '@hey-api/client-fetch'],
  ['openapi', '--input', description, '--output', 'out/codegen'],
  ['swagger-typescript-api', 'generate', '-p', description, '-o', 'out/swagger', '-n', 'api.ts'],
  ['oazapfts', description, 'out/oazapfts.ts'],
  ['orval', '--input', description, '--output', 'out/orval.ts', '--client', 'fetch'],
]
for (const [bin, ...args] of commands) execFileSync(`node_modules/.bin/${bin}`, args)
buildSync({
  entryPoints: ['clients.ts'],
  outfile: 'out/clients.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
})
