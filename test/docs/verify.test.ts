// The report that docs/verify.md shows is that of the command.

import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Bin } from '../harness/command-line.ts'
import { isValid, plain, type Reply, type Seen, serve, TOKEN } from '../verify/sample-service.ts'

/** Refuses as the specification has it, but returns 201 for a plant. */
function created(seen: Seen): Reply {
  const { status, body } = plain(seen)
  if (isValid(seen)) return { status: successStatus + 1, body }
  return { status, body: { error: status, message: 'Refused' } }
}

test('a service that returns 201', async () => {
  await using service = await serve(seen => created({ ...seen, path: seen.path.slice(3) }))
  const args = ['verify', `${service.url}/v1`, '--token-env', 'PLANTS_TOKEN', '--first-id', '1']
  const env = { PLANTS_TOKEN: TOKEN }
  const { stdout, stderr } = await new Bin(args, env, 'plant-store-client').ended
  const report = (stdout + stderr).replaceAll(service.url, 'https://plants.example.com')
  await expect(report).toMatchFileSnapshot('verify-201.txt')
})
