// The guide quotes the messages that users see.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messages } from './messages.ts'

/** Messages of other tools that no test brings about. The guide says whose they are. */
const OTHER_TOOLS = /^(?:Chromium|Next)\b/

const page = readFileSync('docs/troubleshooting.md', 'utf8')
const entries = Array.from(
  page.matchAll(/^### (.+)\n\n\*Reported by (.+?)\.\*/gm),
  ([, message = '', reporter = '']) => ({ message, reporter }),
)

test.for(entries)('$message', async ({ message, reporter }, { skip }) => {
  const provoke = messages[message]
  skip(!provoke && OTHER_TOOLS.test(reporter), `a message of ${reporter}`)
  expect(await provoke?.()).toContain(message)
})

test('the guide quotes every message that is brought about here', () => {
  expect(entries.map(({ message }) => message)).toEqual(
    expect.arrayContaining(Object.keys(messages)),
  )
})
