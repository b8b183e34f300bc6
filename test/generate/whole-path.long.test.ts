// One contract: a rule that is changed in openapi.yaml, and nowhere else, holds everywhere.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../harness/shell.ts'
import { copyProject } from './copy.ts'
import { edited, NAME } from './edit.ts'

test('maxLength of name reaches the client and the mock by generate and build alone', async () => {
  const copy = await copyProject('src', 'mock', 'tsconfig.json', 'tsup.config.ts')
  await writeFile(join(copy, 'openapi.yaml'), edited({ [`${NAME}/maxLength`]: 8 }))
  await run(copy, 'npm', 'run', 'generate')
  await run(copy, 'npm', 'run', 'build')

  const { PlantStoreClient } = await import(pathToFileURL(join(copy, 'dist/index.js')).href)
  const { createMockStore } = await import(pathToFileURL(join(copy, 'dist/mock/index.js')).href)
  const { fetch } = createMockStore()
  const client = new PlantStoreClient({ baseUrl: 'http://localhost', accessToken: 't', fetch })

  const result = await client.addPlant({ id: 1, name: 'Monsteras' })
  expect(result.error).toMatchObject({
    kind: 'invalid-request',
    issues: [
      { path: ['name'], message: 'must have at most 8 characters, but got the string "Monsteras"' },
    ],
  })
  const response = await fetch('http://localhost/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: '{"id":1,"name":"Monsteras"}',
  })
  expect(response.status).toBe(400)
  expect((await response.json()).message).toContain('/name must have at most 8 characters')
  expect((await client.addPlant({ id: 1, name: 'Hoya🪴🪴🪴🪴' })).ok).toBe(true) // 8 code points
})
