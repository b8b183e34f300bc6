// The command says at the start whom it serves beyond this machine.
import { expect, test } from 'vitest'
import { Bin } from '../support/command-line.ts'

test.each([
  [['--host', '0.0.0.0'], /every network of this machine: .* read every request/],
  [['--host', '::', '--no-control'], /every network of this machine: .* can add plants\.$/m],
  [['--host', '::', '--json'], /"warning":"It listens on every network/],
  [['--host', '127.0.0.1'], undefined],
  [['--host', 'localhost'], undefined],
  [[], undefined],
])('%j', async (flags, words) => {
  const bin = new Bin(['--port', '0', ...flags])
  await bin.url()
  await bin.stop()
  const { stdout } = await bin.ended
  if (words) expect(stdout).toMatch(words)
  else expect(stdout).not.toMatch(/listens on every|whoever|warning/)
})
