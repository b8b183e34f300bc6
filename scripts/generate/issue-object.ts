import ts from 'typescript'
import { typeWords } from './type-words.ts'

const { factory } = ts

/** The error that Ajv would report. */
export interface ErrorObject {
  name: string
  part(name: string): ts.Expression | undefined
}

/** `const err0 = {instancePath, schemaPath, keyword, params, message}` */
export function errorObject(statement: ts.Statement): ErrorObject | undefined {
  if (!ts.isVariableStatement(statement)) return undefined
  const [declaration] = statement.declarationList.declarations
  const { name, initializer } = declaration ?? {}
  if (!name || !/^err\d+$/.test(name.getText())) return undefined
  if (!initializer || !ts.isObjectLiteralExpression(initializer)) return undefined
  return { name: name.getText(), part: part => partOf(initializer, part) }
}

function partOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties) {
    if (property.name?.getText() !== name) continue
    if (ts.isPropertyAssignment(property)) return property.initializer
    if (ts.isShorthandPropertyAssignment(property)) return property.name
  }
  return undefined
}

/** A Standard Schema issue. */
export function issueObject(error: ErrorObject): ts.Expression {
  const written = error.part('message')
  if (!written) return factory.createObjectLiteralExpression() // under `if`, which only counts them
  const keyword = textOf(error.part('keyword'))
  const params = error.part('params')
  const param = (name: string) =>
    params && ts.isObjectLiteralExpression(params) ? partOf(params, name) : undefined
  const path = pathSegments(error.part('instancePath'), textOf(error.part('schemaPath')))
  const named =
    param('missingProperty') ??
    param('additionalProperty') ??
    param('unevaluatedProperty') ??
    param('propertyName') ??
    error.part('propertyName')
  if (named) path.push(named)
  const message = ownMessage(keyword, textOf(written), textOf(param('property')))
  return factory.createObjectLiteralExpression([
    factory.createPropertyAssignment(
      'message',
      message ? factory.createStringLiteral(message) : byOrigin(written),
    ),
    factory.createPropertyAssignment('path', factory.createArrayLiteralExpression(path)),
  ])
}

/** In place of a message of Ajv; undefined to keep that one. */
function ownMessage(keyword: string, written: string, property: string): string | undefined {
  if (keyword === 'dependentRequired') return `is required beside ${property}`
  if (keyword === 'type') return `must be ${typeWords(written.replace('must be ', '').split(','))}`
  return MESSAGES[keyword]
}

/** What a message says in one case concerns JavaScript alone. */
function byOrigin(message: ts.Expression): ts.Expression {
  if (!ts.isConditionalExpression(message)) return message
  const { condition, whenTrue, whenFalse } = message
  const isJavaScript = factory.createStrictInequality(
    factory.createIdentifier('origin'),
    factory.createStringLiteral('json'),
  )
  return factory.createConditionalExpression(
    factory.createLogicalAnd(isJavaScript, condition),
    undefined,
    whenTrue,
    undefined,
    whenFalse,
  )
}

/** The path names the property, so that the message does not. */
const MESSAGES: Record<string, string> = {
  required: 'is required',
  additionalProperties: 'is not allowed',
  unevaluatedProperties: 'is not allowed',
  'false schema': 'is not allowed',
}

/** From `instancePath+"/pots/" + i0+"/size"` to `["pots", i0, "size"]`. */
function pathSegments(pointer: ts.Expression | undefined, schemaPath: string): ts.Expression[] {
  const isIndex = indexPlaces(schemaPath)
  const segments: ts.Expression[] = []
  for (const part of pointer ? summands(pointer) : []) {
    if (ts.isStringLiteral(part)) {
      const names = part.text.split('/').slice(1)
      if (part.text.endsWith('/')) names.pop() // what follows is a variable
      for (const name of names)
        segments.push(
          isIndex[segments.length]
            ? factory.createNumericLiteral(name)
            : factory.createStringLiteral(name.replaceAll('~1', '/').replaceAll('~0', '~')),
        )
    } else if (part.getText() !== 'instancePath') segments.push(variable(part))
  }
  return segments
}

function summands(expression: ts.Expression): ts.Expression[] {
  if (!ts.isBinaryExpression(expression)) return [expression]
  return [...summands(expression.left), ...summands(expression.right)]
}

/** The variable in `key0.replace(/~/g, "~0").replace(...)`. */
function variable(expression: ts.Expression): ts.Expression {
  const isCall =
    ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)
  return isCall
    ? variable((expression.expression as ts.PropertyAccessExpression).expression)
    : expression
}

/** For each step into the data, whether the schema took it into an array. */
function indexPlaces(schemaPath: string): boolean[] {
  const places: boolean[] = []
  const tokens = schemaPath.split('/').slice(1)
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? ''
    if (['items', 'contains', 'unevaluatedItems', 'prefixItems'].includes(token)) places.push(true)
    if (['properties', 'patternProperties'].includes(token)) places.push(false)
    if (['additionalProperties', 'unevaluatedProperties'].includes(token)) places.push(false)
    // These have one more token: the name or the place of the schema.
    if (WITH_NAME.includes(token)) index++
  }
  return places
}

const WITH_NAME = [
  ...['properties', 'patternProperties', 'dependentSchemas', 'prefixItems'],
  ...['allOf', 'anyOf', 'oneOf'],
]

const textOf = (expression: ts.Expression | undefined) =>
  expression && ts.isStringLiteral(expression) ? expression.text : ''
