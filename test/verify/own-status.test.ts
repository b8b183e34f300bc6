// After an edit of the Error, verify reads its fields by their names.
import { expect, test } from 'vitest'
import { bundle, generate } from '../generate/build.ts'
import { ERROR, POST } from '../generate/edit.ts'
import { TOKEN } from './sample-service.ts'

const built = await bundle(
  await generate({
    [ERROR]: {
      type: 'object',
      required: ['statusCode', 'message'],
      properties: { statusCode: { type: 'integer' }, message: { type: 'string' } },
    },
    [`${POST}/responses/400/content/application~1json/example`]: { statusCode: 400, message: 'a' },
  }),
)

/** Verifies a mock that says the same status in each error, or the right one. */
async function report(said: number | undefined, ...more: string[]) {
  const store = built.createMockStore()
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const response = await store.fetch(String(url), init)
    if (response.ok || said === undefined) return response
    const { status, headers } = response
    return Response.json({ ...(await response.json()), statusCode: said }, { status, headers })
  }
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const args = ['http://plants.test', '--token', TOKEN, '--yes', '--seed', '1', ...more]
  const code = await built.verify(args, { print, warn: print }, fetch)
  return { code, text: lines.join(' ').replace(/\s+/g, ' ') }
}

test('an error whose status is not that of the response is told, without --verbose, and is not a difference', async () => {
  const { code, text } = await report(400)
  expect(text).toMatch(/statusCode 400 in the body of a \d{3} \(\d+ responses?\)/)
  expect(code).toBe(0)
})

test('the right status is not told', async () => {
  const { code, text } = await report(undefined)
  expect(text).not.toContain('statusCode')
  expect(code).toBe(0)
})

test('--verbose names the field of the edited Error', async () => {
  const { text } = await report(undefined, '--verbose')
  expect(text).toContain('values of statusCode')
  expect(text).not.toContain('values of error')
})
