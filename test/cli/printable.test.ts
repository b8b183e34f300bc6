// No text from outside controls a terminal, or breaks a line of --json.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Bin } from '../harness/command-line.ts'
import { rawPost, rawRequest } from '../harness/raw-request.ts'

/** C0, C1, a bidirectional override and isolate, and the line ends of Unicode. */
const EVIL = '\u001b[2J\u0007\u009b31m\u0085\u202e\u2066\u200f\u2028\u2029'
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))

describe.each([['text'], ['--json']])('the log as %s', format => {
  test('has no control character of a request, whatever part it is in', async () => {
    const bin = new Bin(['--port', '0', ...(format === 'text' ? [] : [format])])
    const url = await bin.url()
    const port = Number(new URL(url).port)
    const json = JSON.stringify({ id: EVIL, name: EVIL, [EVIL]: EVIL })
    const raw = `{"id":1,"name":"${EVIL.slice(5)}"}`
    const types = ['application/json', `text/${EVIL.slice(5)}`]
    const lines = [`X: ${EVIL.slice(5)}`, 'Connection: close']
    const target = `/plants?${encodeURIComponent(EVIL)}`
    for (const body of [json, raw, EVIL])
      for (const type of types) {
        const bytes = rawPost(body, lines, target).replace('application/json', type)
        await rawRequest(port, Buffer.from(bytes))
      }
    await fetch(`${url}/plants`, { method: 'POST' })
    await bin.lines(format === 'text' ? 3 : 2)
    await bin.stop()
    const { stdout, stderr } = await bin.ended
    expect(stdout).not.toMatch(CONTROLS)
    expect(stderr).toBe('')
    if (format === '--json') {
      const requests = stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
      expect(requests.some(({ body }) => body?.name === EVIL)).toBe(true)
    }
  })
})

const plants = join(folder, `plants${EVIL}.json`)
writeFileSync(plants, `[{"id":"${EVIL.slice(5)}","name":"a"}]`)

test.each([
  ['plant-store-mock', '--port', '0', '--base-path', `/${EVIL}`],
  ['plant-store-mock', '--port', '0', '--plants', plants],
  ['plant-store-mock', '--port', '0', '--plants', join(folder, EVIL)],
  ['plant-store-mock', '--port', '0', EVIL],
  ['plant-store-client', 'help', EVIL],
  ['plant-store-client', 'verify', EVIL],
  ['plant-store-client', 'verify', `http://127.0.0.1:1/${EVIL}`, '--token', 'token'],
])('the message about a mistake has no control characters: %j', async (program, ...args) => {
  const { code, stdout, stderr } = await new Bin(args, {}, program).ended
  expect(code).toBeGreaterThan(0)
  expect(stdout + stderr).not.toMatch(CONTROLS)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})
