// The line of a terminal that shows how far `verify` is.
import { describe, expect, test, vi } from 'vitest'
import { client, noTerminal, Terminal } from '../harness/terminal.ts'
import { verifyInProcess } from './in-process.ts'
import { plain, serve, TOKEN } from './sample-service.ts'
import { verify } from './verify-bin.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: what writes over a line
const LINE = /\r\u001b\[KProbe 1 of (\d+): .+?\r\u001b\[K/

describe.skipIf(noTerminal)('In a terminal', () => {
  test.each([[''], [' --json']])('each probe is shown while it is run%s', async flags => {
    await using service = await serve(plain)
    const terminal = new Terminal(
      `stty cols 60; ${client} verify ${service.url} --token-env PLANTS --yes${flags}`,
      { PLANTS: TOKEN, NO_COLOR: '1' },
    )
    expect(await terminal.ended).toBe(0)
    const [, count] = LINE.exec(terminal.screen) ?? []
    expect(terminal.screen).toContain(`\r\u001b[KProbe ${count} of ${count}: `)
    const { shown, longest } = render(terminal.screen)
    expect(longest).toBeLessThan(60)
    expect(shown).not.toContain('Probe ')
    const args = flags.split(' ').filter(Boolean)
    const printed = await verify(service.url, '--token', TOKEN, ...args)
    expect(shown.split('\n').length).toBeGreaterThanOrEqual(printed.stdout.split('\n').length)
  })

  test('nothing of it is left after an error', async () => {
    const terminal = new Terminal(`${client} verify http://127.0.0.1:1 --token-env PLANTS --yes`, {
      PLANTS: TOKEN,
    })
    expect(await terminal.ended).toBe(3)
    expect(terminal.screen).toMatch(LINE)
    expect(render(terminal.screen).shown).toMatch(/cannot be verified: .*\n$/)
  })
})

test('Without a terminal, the probe is told every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { lines, seen } = await verifyInProcess(request => {
      vi.setSystemTime(Date.now() + 4_000)
      return plain(request)
    })
    const told = lines.filter(line => /^probe \d+ of \d+: /.test(line))
    // After each fourth request; two ids that belong together are one probe.
    expect(told.length).toBeGreaterThan(seen.length / 4 - 8)
    expect(told.length).toBeLessThanOrEqual(seen.length / 4)
    expect(told[0]).toMatch(/^probe 5 of \d+: the top of int64$/)
  } finally {
    vi.useRealTimers()
  }
})

/** What a terminal shows in the end, and the length of the longest line that it was to write over. */
function render(screen: string): { shown: string; longest: number } {
  const lines = screen.replaceAll('\r\n', '\n').split('\n')
  const overwritten = lines.flatMap(line => line.split('\r\u001b[K').slice(0, -1))
  return {
    shown: lines.map(line => line.split('\r\u001b[K').at(-1)).join('\n'),
    longest: Math.max(...overwritten.map(line => line.length)),
  }
}
