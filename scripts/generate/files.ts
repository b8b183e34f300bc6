import { contract } from './contract.ts'
import { requestExample } from './examples.ts'
import { checkFields } from './fields.ts'
import { flatten } from './flatten.ts'
import { checkId, checkSuccess, errorFields } from './mock-answers.ts'
import { type Operation, readOperation } from './operation.ts'
import { parse, parseTypes } from './parse.ts'
import { Problems } from './problems.ts'
import { readDocument } from './read.ts'
import { types } from './types.ts'
import { validators, validatorTypes } from './validators.ts'

const BANNER = '// Made by `npm run generate` from openapi.yaml. Not edited by hand.\n'

/**
 * The text of each file of `generated/`, by its name. Throws a `RefusedDescription` that lists every
 * problem where the description cannot be followed.
 */
export async function generatedFiles(source: string): Promise<Record<string, string>> {
  const problems = new Problems()
  const operation = readOperation(readDocument(source, problems), problems)
  problems.throwIfAny()
  if (!operation) throw new Error('No operation, and no problem that says why')

  checkRoles(operation, problems)
  problems.throwIfAny()
  checkId(operation, problems)
  checkSuccess(operation, problems)
  const error = errorFields(operation, problems)
  const example = requestExample(operation, problems)
  problems.throwIfAny()
  if (!error) throw new Error('No fields of the error, and no problem that says why')

  const files = {
    'types.ts': await types(operation),
    'contract.ts': contract(operation, error, example),
    'validators.js': await validators(operation),
    'validators.d.ts': validatorTypes,
    'parse.js': await parse(operation),
    'parse.d.ts': parseTypes,
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, BANNER + text]))
}

function checkRoles({ request, success, errors }: Operation, problems: Problems): void {
  const bodies = { request, success, error: errors }
  for (const [role, { schema, pointer }] of Object.entries(bodies))
    checkFields(role, flatten(schema), pointer, problems)
}
