// What the README says of fetch as people write it, and of the client: `examples/scripts/why.ts` runs both.
import { expect, test } from 'vitest'
import { runExample } from './run-example.ts'

test('fetch loses digits of an id and says "Not added" of a plant that was added; the client adds the exact id, and says that the plant may have been added', async () => {
  expect(await runExample('examples/scripts/why.ts')).toEqual([
    "{ name: 'Monstera' } [ 9007199254740992n ]",
    'Monstera was added [ 9007199254740993n ]',
    // a gateway lost the response
    'Error: Not added [ 9007199254740992n ]',
    'It may have been added: please check [ 9007199254740993n ]',
    // the response was cut short
    'TypeError: terminated [ 9007199254740992n ]',
    'It may have been added: please check [ 9007199254740993n ]',
  ])
})
