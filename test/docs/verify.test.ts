// The reports that docs/verify.md shows are those of the command.

import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../harness/command-line.ts'
import { isValid, plain, type Reply, type Seen, serve, TOKEN } from '../verify/sample-service.ts'

const PAGE = 'https://plants.example.com'

async function report(answer: (seen: Seen) => Reply, basePath: string): Promise<string> {
  await using service = await serve(seen => answer({ ...seen, path: seen.path.slice(3) }))
  const args = ['verify', service.url + basePath, '--token-env', 'PLANTS_TOKEN', '--first-id', '1']
  const env = { PLANTS_TOKEN: TOKEN }
  const { stdout, stderr } = await new Bin(args, env, 'plant-store-client').ended
  return (stdout + stderr).replaceAll(service.url, PAGE)
}

test('a service that returns 201', async () => {
  const created = (seen: Seen) =>
    isValid(seen) ? { ...plain(seen), status: successStatus + 1 } : plain(seen)
  await expect(await report(created, '/v1')).toMatchFileSnapshot('verify-201.txt')
})

test('a wrong base path', async () => {
  await expect(await report(plain, '')).toMatchFileSnapshot('verify-address.txt')
})
