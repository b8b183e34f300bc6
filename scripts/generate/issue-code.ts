import ts from 'typescript'
import { type ErrorObject, errorObject, issueObject } from './issue-object.ts'

// Ajv writes for every need: error objects with six fields, counters, a place for a parent. Users
// download what is left of that here. A schema that needs the counters (`anyOf`) keeps them.

const { factory } = ts

/** What becomes of a validator: a list of issues, or only whether there are any. */
export type Result = 'issues' | 'guard'

/** The module that Ajv wrote, its validators exported under the names in `results`. */
export function rewritten(code: string, results: ReadonlyMap<string, Result>): string {
  const file = ts.createSourceFile('ajv.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  const names = exportedNames(file)
  const statements = file.statements.flatMap((statement): ts.Statement[] => {
    if (ts.isFunctionDeclaration(statement) && statement.name) {
      const name = names.get(statement.name.text)
      const result = name && results.get(name)
      return result ? [validator(statement, name, result)] : [statement]
    }
    // `validate0.evaluated = ...` is for validators that call each other.
    if (ts.isExpressionStatement(statement) || isExported(statement)) return []
    return [statement]
  })
  const printer = ts.createPrinter()
  return statements
    .map(statement => printer.printNode(ts.EmitHint.Unspecified, statement, file))
    .join('\n')
}

const isExported = (statement: ts.Statement): statement is ts.VariableStatement =>
  ts.isVariableStatement(statement) &&
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

/** `export const isSuccess = validate0`: from the inner name to the outer one. */
function exportedNames(file: ts.SourceFile): Map<string, string> {
  const declared = file.statements.filter(isExported)
  return new Map(
    declared.flatMap(({ declarationList }) =>
      declarationList.declarations.map(({ name, initializer }): [string, string] => [
        initializer?.getText() ?? '',
        name.getText(),
      ]),
    ),
  )
}

function validator(
  declaration: ts.FunctionDeclaration,
  name: string,
  result: Result,
): ts.FunctionDeclaration {
  const counts = /\b_errs\d/.test(declaration.getText())
  const rewrite = new Rewrite(result, counts)
  const [data] = declaration.parameters
  return factory.createFunctionDeclaration(
    [factory.createToken(ts.SyntaxKind.ExportKeyword)],
    undefined,
    name,
    undefined,
    data ? [data, ...(result === 'issues' ? [ORIGIN] : [])] : [],
    undefined,
    rewrite.body(declaration.body as ts.Block),
  )
}

/** Where the value is from: see the declaration of `issuesOfRequest`. */
const ORIGIN = factory.createParameterDeclaration(undefined, undefined, 'origin')

class Rewrite {
  readonly #result: Result
  readonly #counts: boolean

  constructor(result: Result, counts: boolean) {
    this.#result = result
    this.#counts = counts
  }

  body(block: ts.Block): ts.Block {
    const isGuard = this.#result === 'guard'
    const start = this.#counts
      ? [declared('let', 'vErrors', factory.createNull()), declared('let', 'errors', zero())]
      : isGuard
        ? []
        : [declared('const', 'issues', factory.createArrayLiteralExpression())]
    const end = isGuard
      ? this.#counts
        ? equal('errors', zero())
        : factory.createTrue()
      : this.#counts
        ? orEmpty('vErrors')
        : factory.createIdentifier('issues')
    const inner = block.statements.filter(statement => !isFrame(statement))
    return factory.createBlock(
      [...start, ...this.#statements(inner), factory.createReturnStatement(end)],
      true,
    )
  }

  /** Each error is three statements: the object, its place in the list, the counter. */
  #statements(statements: readonly ts.Statement[]): ts.Statement[] {
    const kept: ts.Statement[] = []
    for (let index = 0; index < statements.length; index++) {
      const statement = statements[index] as ts.Statement
      const error = errorObject(statement)
      if (!error) {
        kept.push(this.#nested(statement))
        continue
      }
      const [list, counter] = statements.slice(index + 1, index + 3)
      if (list && counter) kept.push(...this.#report(statement, error, list, counter))
      index += 2
    }
    return kept
  }

  #report(
    statement: ts.Statement,
    error: ErrorObject,
    list: ts.Statement,
    counter: ts.Statement,
  ): ts.Statement[] {
    if (this.#result === 'guard')
      return this.#counts ? [counter] : [factory.createReturnStatement(factory.createFalse())]
    const issue = issueObject(error)
    if (this.#counts) return [declared('const', error.name, issue), list, counter]
    const push = factory.createPropertyAccessExpression(factory.createIdentifier('issues'), 'push')
    const call = factory.createCallExpression(push, undefined, [issue])
    return [ts.setTextRange(factory.createExpressionStatement(call), statement)]
  }

  #nested<T extends ts.Node>(node: T): T {
    const visit = (child: ts.Node): ts.Node =>
      ts.isBlock(child)
        ? factory.createBlock(this.#statements(child.statements), true)
        : ts.visitEachChild(child, visit, undefined)
    return visit(node) as T
  }
}

/** What begins and ends each of Ajv's functions. */
const isFrame = (statement: ts.Statement): boolean =>
  /^(?:let (?:vErrors|errors) = |const evaluated0 = |if\(evaluated0\.|evaluated0\.|validate\d+\.errors = |return errors === 0)/.test(
    statement.getText(),
  )

const zero = () => factory.createNumericLiteral(0)

const declared = (word: 'let' | 'const', name: string, value: ts.Expression) =>
  factory.createVariableStatement(
    undefined,
    factory.createVariableDeclarationList(
      [factory.createVariableDeclaration(name, undefined, undefined, value)],
      word === 'let' ? ts.NodeFlags.Let : ts.NodeFlags.Const,
    ),
  )

const equal = (name: string, value: ts.Expression) =>
  factory.createStrictEquality(factory.createIdentifier(name), value)

const orEmpty = (name: string) =>
  factory.createBinaryExpression(
    factory.createIdentifier(name),
    ts.SyntaxKind.QuestionQuestionToken,
    factory.createArrayLiteralExpression(),
  )
