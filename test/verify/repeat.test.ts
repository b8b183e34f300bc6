import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { toCommands } from '../../mock/verify/report/commands.ts'
import { EXAMPLE_ID } from '../../mock/verify/requests/plant-json.ts'
import { sendAll } from '../../mock/verify/requests/probe.ts'
import { probes } from '../../mock/verify/requests/probes.ts'
import { run } from '../harness/shell.ts'
import { type Seen, serve, TOKEN } from './sample-service.ts'

const requestsOf = (name: string, token = TOKEN) =>
  probes.find(probe => probe.name === name)?.requests(EXAMPLE_ID, token) ?? []

/** Of a long text its length and hash: the difference of two takes longer to print than a test may. */
const shorten = (text: string) =>
  text.length < 10_000
    ? text
    : `${text.length} characters, ${createHash('sha256').update(text).digest('hex')}`

test
  .skipIf(process.platform === 'win32')
  .each([
    'a plant',
    'an id that already exists',
    'escaped characters',
    'no credentials',
    'the right token without a scheme',
    'no Content-Type',
    'GET',
    '900,000 spaces',
    'a string has a line break',
    'a byte order mark',
    'the body is not UTF-8',
    '/plants/',
  ])('The commands send what verify sends: %s', async name => {
  await using service = await serve(() => ({ status: successStatus }))
  const requests = requestsOf(name)
  const target = { baseUrl: service.url, token: TOKEN, tokenName: 'PLANTS', headers: {} }
  const commands = String(toCommands(requests, target)).replaceAll('\n', ' -sS\n')
  expect(commands).not.toContain(TOKEN)
  await run('.', 'sh', '-ec', `PLANTS='${TOKEN}'\n${commands} -sS`)
  const sent = ({ method, path, headers, body }: Seen) => [
    method,
    path,
    headers['content-type'],
    headers.authorization,
    shorten(body),
  ]
  const byCurl = service.seen.map(sent)
  await sendAll(requests, service.url, fetch)
  expect(byCurl).toEqual(service.seen.slice(byCurl.length).map(sent))
})

test('The value of a header that is not a credential by its name, such as Accept, is printed as it is', () => {
  const headers = { 'x-api-key': 'k3y', accept: "application/json; q='1'" }
  const target = { baseUrl: 'https://a.test', token: TOKEN, tokenName: 'PLANTS', headers }
  const command = toCommands(requestsOf('a plant'), target)
  expect(command).toContain(
    ` -H "x-api-key: $X_API_KEY" -H 'accept: application/json; q='\\''1'\\'''`,
  )
})
