import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect } from 'vitest'

/** Node 22 warns that it strips types. */
const QUIET = ['--disable-warning=ExperimentalWarning']
const PRELOAD = ['--import', pathToFileURL('test/docs/redirect-to-mock.ts').href]

/**
 * Runs TypeScript as an application would, with a mock as the service, and another one as `plant-store-client mock`
 * starts it. Resolves to its output.
 */
export async function runExample(...args: string[]): Promise<string[]> {
  await using service = await startMockServer({ port: 0, basePath: '/v1', accessTokens: ['token'] })
  await using mock = await startMockServer({ port: 0, accessTokens: ['token'] })
  const env = {
    ...process.env,
    SERVICE: new URL(service.url).origin,
    MOCK_SERVER: mock.url,
    PLANT_STORE_TOKEN: 'token',
  }
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [...QUIET, ...PRELOAD, ...args],
    { env },
  )
  expect(stderr).toBe('')
  return stdout.split('\n').slice(0, -1)
}

/** What an example says that it prints: the comment behind each `console.log(...)`. */
export const expectedLines = (source: string): string[] =>
  Array.from(source.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm), ([, line = '']) => line)
