// The commands of the README for a project of your own, run in one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startMockServer } from 'plant-store-client/mock/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshFolder, pack, run } from '../harness/shell.ts'
import { registryWith } from './registry.ts'

test('npm install, the first call in the README prints Monstera, and it adds a plant to what npx plant-store-client mock serves', async () => {
  const folder = await freshFolder()
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const registry = await registryWith(await pack(folder))
  const script = await readFile('test/docs/readme.sh', 'utf8')
  expect(script).toContain('--port 4010') // another program of this machine may have that one
  const child = spawn('sh', ['-ec', script.replace('--port 4010', '--port 0')], {
    cwd: folder,
    env: { ...process.env, npm_config_registry: registry.url },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  try {
    const ended = once(child, 'exit').then(([code]) => `ended with ${code}`)
    const url = new Promise<string>(resolve =>
      createInterface(child.stdout).on('line', line => {
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
        if (found) resolve(found)
      }),
    )
    const origin = await Promise.race([url, ended])
    expect(origin).toMatch(/^http:/)
    const firstCall = await readFile('examples/scripts/first-call.ts', 'utf8')
    await writeFile(join(folder, 'first-call.mjs'), firstCall)
    const printed = await run(folder, process.execPath, 'first-call.mjs')
    expect(printed).toBe('Monstera\nnetwork true\n')
    // The `baseUrl` of the server, in place of `fetch`
    const toServer = firstCall
      .replace('https://plants.example.com/v1', origin)
      .replace(/^ +fetch: store\.fetch.*\n/m, '')
    await writeFile(join(folder, 'to-server.mjs'), toServer)
    expect(await run(folder, process.execPath, 'to-server.mjs')).toMatch(/^Monstera\n/)
    const plants = await fetch(`${origin}/__mock/plants`)
    expect(await plants.json()).toMatchObject([{ name: 'Monstera' }, { name: 'Hoya' }])
  } finally {
    process.kill(-(child.pid as number))
    registry.close()
  }
})

describe.skipIf(process.platform === 'win32')('installed by npm', () => {
  let folder: string
  beforeAll(async () => {
    folder = await freshFolder()
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    await run(folder, 'npm', 'install', '--silent', '--prefer-offline', await pack(folder))
  })

  test('openapi-fetch is the only dependency, and brings its helper types; npx finds both bins', async () => {
    const names = await readdir(join(folder, 'node_modules'))
    expect(names.filter(name => name[0] !== '.').sort()).toEqual([
      ...['openapi-fetch', 'openapi-typescript-helpers', 'plant-store-client'],
    ])
    for (const bin of ['plant-store-mock', 'plant-store-client'])
      expect(await run(folder, 'npm', 'exec', '--no', '--', bin, '--help')).toMatch(
        `Usage: ${bin} `,
      )
  })

  test('npx plant-store-client verify with a base address checks the service against the specification', async () => {
    const script = await readFile('test/docs/verify.sh', 'utf8')
    await using service = await startMockServer({ port: 0, accessTokens: ['let-me-in'] })
    const typed = script.replaceAll('https://plants.example.com/v1', service.url)
    const command = `PLANTS_TOKEN=let-me-in; export PLANTS_TOKEN; ${typed}`
    const printed = await run(folder, 'sh', '-ec', command)
    expect(printed).toContain('No differences: the service conforms to the specification')
    expect(service.store.plants).not.toEqual([])
  })
})
