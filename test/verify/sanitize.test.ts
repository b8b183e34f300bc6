// What a service returns is printed without the token, and cannot control the terminal.
import { expect, test } from 'vitest'
import { errorBody, successStatus } from '../../generated/contract.ts'
import { isValid, plain, serve, TOKEN } from './sample-service.ts'
import { verify } from './verify-bin.ts'

test('The token is never printed, whatever the service does with it', async () => {
  const echoes = [TOKEN, encodeURIComponent(TOKEN)]
  await using service = await serve(seen => ({
    status: seen.body.includes('tropical') ? successStatus : 400,
    headers: {
      location: `/?t=${TOKEN}`,
      allow: TOKEN,
      'www-authenticate': `${TOKEN} error="${TOKEN}"`,
    },
    body: seen.body.includes('tropical')
      ? { name: TOKEN, tag: `${TOKEN}`, [TOKEN]: 1 }
      : errorBody(1, `${'x'.repeat(290)}${echoes.join(' ')}`),
  }))
  const runs = await Promise.all([
    verify(service.url, '--token', TOKEN),
    verify(service.url, '--token', TOKEN, '--json'),
    verify(service.url, '--token', TOKEN, '--timeout', 'x'),
    verify(service.url, '--token', `${TOKEN} `),
    verify(service.url, TOKEN),
    verify(service.url, '--token-env', TOKEN),
    verify(`${service.url}?${TOKEN}`, '--token', TOKEN),
    verify('http://127.0.0.1:1', '--token', TOKEN),
  ])
  expect(runs.map(({ code }) => code)).toEqual([1, 1, 2, 2, 2, 2, 2, 3])
  for (const [index, { stdout, stderr }] of runs.entries())
    expect(`${stdout}${stderr}`, `run ${index}`).not.toMatch(/s3cret/i)
  expect(runs[0]?.stdout).toContain('[token]')
})

test('Text of a service does not control the terminal', async () => {
  await using service = await serve(seen =>
    isValid(seen) && seen.body.includes('aloe')
      ? { status: 500, body: errorBody(1, '\u001b[2J\u009b31m\r\n') }
      : plain(seen),
  )
  for (const args of [[], ['--json']]) {
    const { stdout } = await verify(service.url, '--token', TOKEN, ...args)
    expect(stdout, args.join()).toContain('?[2J?31m??')
    expect(stdout.replaceAll('\n', ''), args.join()).not.toMatch(/\p{Cc}/u)
  }
})

test('Only a token that is long enough to be a secret is replaced in what a service returns', async () => {
  await using service = await serve(() => ({
    status: 400,
    body: errorBody(1, 'a secret-token'),
  }))
  const message = async (token: string) =>
    (await verify(service.url, '--token', token)).stderr.match(/: (a \S+?)\. If it wants/)?.[1]
  expect(await message('secret-')).toBe('a secret-token')
  expect(await message('secret-t')).toBe('a [token]oken')
})
