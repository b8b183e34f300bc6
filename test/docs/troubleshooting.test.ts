// The messages that the guide quotes are those that users see.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typeErrors } from '../harness/type-errors.ts'
import { messages } from './messages.ts'

/** Messages of other tools that no test brings about. The guide says whose they are. */
const OTHER_TOOLS = /^(?:Chromium|Next)\b/

const page = readFileSync('docs/troubleshooting.md', 'utf8')
const entries = Array.from(
  page.matchAll(/^### (.+)\n\n\*Reported by (.+?)\.\*/gm),
  ([, message = '', reporter = '']) => ({ message, reporter }),
)

const reported = entries.filter(({ reporter }) => reporter !== 'TypeScript')
test.for(reported)('$message', async ({ message, reporter }, { skip }) => {
  const provoke = messages[message]
  skip(!provoke && OTHER_TOOLS.test(reporter), `a message of ${reporter}`)
  expect(await provoke?.()).toContain(message)
})

test('messages of TypeScript', () => {
  const expected = entries.filter(({ reporter }) => reporter === 'TypeScript')
  expect(expected).not.toEqual([])
  const errors = typeErrors(`
    import { PlantStoreClient } from 'plant-store-client'

    const client = new PlantStoreClient({ baseUrl: 'https://plants.example.com', accessToken: 't' })
    client.addPlant({ id: 1n, name: 'Monstera' })`)
  for (const { message } of expected) expect(errors).toContain(message)
})

test('the guide quotes every message that is brought about here', () => {
  expect(entries.map(({ message }) => message)).toEqual(
    expect.arrayContaining(Object.keys(messages)),
  )
})
