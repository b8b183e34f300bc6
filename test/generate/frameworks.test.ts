// Descriptions as frameworks write them: one run lists all that must change, and after that they are followed.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DescriptionError } from '../../scripts/generate/description-error.ts'
import { generatedFiles } from '../../scripts/generate/files.ts'
import { bundle, generate } from './build.ts'
import { driveClient, driveFailures, driveMock } from './drive.ts'
import { changed, POST, REQUEST } from './edit.ts'

interface Written {
  framework: string
  /** What one run lists, in the order of the file. */
  problems: string[]
  /** What a person changes for it. */
  changes: Record<string, unknown>
  /** The body of the mock's 409. */
  error: object
}

const EXAMPLE = { [`${REQUEST}/example`]: { id: 1, name: 'Monstera', tag: 'tropical' } }
const NAMED = `operationId at #${POST}/operationId: must be addPlant`
const NO_EXAMPLE = `example at #${REQUEST}/example: is missing`

const written: Written[] = [
  {
    framework: 'fastapi',
    problems: [
      NAMED,
      NO_EXAMPLE,
      `422 at #${POST}/responses/422: must have the content of 400, or be left out`,
      'HTTPValidationError at #/components/schemas/HTTPValidationError: is not used',
      'ValidationError at #/components/schemas/ValidationError: is not used',
    ],
    changes: {
      [`${POST}/operationId`]: 'addPlant',
      ...EXAMPLE,
      [`${POST}/responses/422`]: undefined,
      '/components/schemas/HTTPValidationError': undefined,
      '/components/schemas/ValidationError': undefined,
    },
    error: { error: 409, message: 'No' },
  },
  {
    framework: 'nestjs',
    problems: [
      'openapi at #/openapi: must be 3.1.x or 3.2.x: to convert 3.0,',
      NAMED,
      NO_EXAMPLE,
      'id at #/components/schemas/NewPlantDto/properties/id: must be a required integer',
    ],
    changes: {
      '/openapi': '3.1.0',
      [`${POST}/operationId`]: undefined,
      ...EXAMPLE,
      '/components/schemas/NewPlantDto/properties/id/type': 'integer',
    },
    error: { statusCode: 409, message: 'No', error: 'Conflict' },
  },
  {
    framework: 'fastify',
    problems: [],
    changes: {},
    error: { statusCode: 409, error: 'Conflict', message: 'No' },
  },
]

const read = (framework: string) =>
  readFileSync(`test/fixtures/descriptions/${framework}.json`, 'utf8')

test.each(written.filter(({ problems }) => problems.length > 0))(
  'one run lists all that must change in what $framework writes',
  async ({ framework, problems }) => {
    const refusal = await generatedFiles(read(framework)).catch((error: unknown) => error)
    if (!(refusal instanceof DescriptionError)) throw refusal
    expect(refusal.problems).toEqual(problems.map(problem => expect.stringContaining(problem)))
  },
)

test.each(written)(
  'what $framework writes is followed after these changes, with the status in its errors',
  async ({ framework, changes, error }) => {
    const built = await bundle(await generate(() => changed(read(framework), changes)))
    const { contract } = built
    expect(contract.errorBody(409, 'No')).toEqual(error)
    await driveClient(built, { valid: [contract.requestExample], invalid: [{ id: 'a' }] })
    await driveFailures(built)
    await using server = await built.startMockServer({ port: 0 })
    await driveMock(built, { ...server, fetch })
  },
)
