import type { MockChanges } from '../../mock/control/types.ts'
import { readJson } from '../../mock/json/read.ts'

/** What a session tells at each change, from a version on, by default from the first request. */
export async function* changesOf(
  control: string,
  { after = '', send = fetch }: { after?: string; send?: typeof fetch } = {},
): AsyncGenerator<MockChanges, never> {
  for (;;) {
    const response = await send(`${control}/changes?after=${encodeURIComponent(after)}`)
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    const changes = readJson(text) as MockChanges
    after = changes.version
    yield changes
  }
}

/** The first changes that are as they should be. */
export async function firstChanges(
  changes: AsyncIterable<MockChanges>,
  is: (changes: MockChanges) => boolean,
): Promise<MockChanges> {
  for await (const each of changes) if (is(each)) return each
  throw new Error('There were no such changes')
}
