import type { Body } from './content.ts'
import { contract } from './contract.ts'
import { requestExample } from './examples.ts'
import { checkFields } from './fields.ts'
import { flatten } from './flatten.ts'
import { isObject } from './keywords.ts'
import {
  checkId,
  checkSuccess,
  checkSuccessOf,
  type ErrorFields,
  errorFields,
} from './mock-answers.ts'
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
  const roles = operation && checkRoles(operation, problems)
  problems.throwIfAny()
  if (!operation || !roles?.error)
    throw new Error('Nothing to generate, and no problem that says why')

  const files = {
    'types.ts': await types(operation),
    'contract.ts': contract(operation, roles.error, roles.example),
    'validators.js': await validators(operation),
    'validators.d.ts': validatorTypes,
    'parse.js': await parse(operation),
    'parse.d.ts': parseTypes,
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, BANNER + text]))
}

/** What must hold of each role beyond well-formed schemas, and what is found out on the way. */
function checkRoles(
  operation: Operation,
  problems: Problems,
): { error: ErrorFields | undefined; example: unknown } {
  const isReady = (role: string, { schema, pointer, isSound }: Body) =>
    isSound && checkFields(role, flatten(schema), pointer, problems)
  const { request, success, errors } = operation
  const hasRequest = isReady('request', request)
  const hasSuccess = isReady('success', success)
  if (hasRequest) checkId(operation, problems)
  const before = problems.count
  if (hasRequest && hasSuccess) checkSuccess(operation, problems)
  const isImplied = problems.count === before
  const error = isReady('error', errors) ? errorFields(operation, problems) : undefined
  const example = hasRequest ? requestExample(operation, problems) : undefined
  if (hasSuccess && isImplied && isObject(example)) checkSuccessOf(example, operation, problems)
  return { error, example }
}
