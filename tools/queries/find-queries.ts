import { globSync, readFileSync } from 'node:fs'
import {
  isCallExpression,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  type Node,
} from 'typescript/unstable/ast'
import type { Project, Type } from 'typescript/unstable/sync'
import { createTextResolver } from './resolve-text.ts'

/** A call of `query`, with every text that its statement can have. */
export type Query = Readonly<{
  /** `file:line` */
  place: string
  /** Undefined if a part of the statement is only known at run time. */
  texts: readonly string[] | undefined
  /** The type of a row, as the code declares it. */
  row: Type | undefined
}>

/** The migrator runs the files of `server/sql`, and has no statement of the service. */
const EXEMPT = /\.test\.ts$|kernel\/postgres\/(migrate|replace-guards)\.ts$/

export function findQueries(project: Project, root: string): Query[] {
  const sources = globSync('{server,vault}/src/**/*.ts', { cwd: root })
    .filter(
      (file) => !EXEMPT.test(file) && /\bquery|-store\.ts/.test(readFileSync(`${root}/${file}`, 'utf8')),
    )
    .toSorted()
    .flatMap((file) => project.program.getSourceFile(`${root}/${file}`) ?? [])
  const resolve = createTextResolver(project, sources)
  return sources
    .filter(({ text }) => text.includes('.query'))
    .flatMap((source) => {
      const found: Query[] = []
      const visit = (node: Node): void => {
        node.forEachChild(visit)
        if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return
        const statement = node.arguments[0]
        if (node.expression.name.text !== 'query' || statement === undefined) return
        const row = node.typeArguments?.[0]
        found.push({
          place: `${source.fileName.slice(root.length + 1)}:${source.getLineAndCharacterOfPosition(node.expression.name.end).line + 1}`,
          texts: resolve(textOf(statement)),
          row: row === undefined ? undefined : project.checker.getTypeFromTypeNode(row),
        })
      }
      source.forEachChild(visit)
      return found
    })
}

/** The statement itself, or the `text` of a prepared one. */
function textOf(statement: Node): Node {
  if (!isObjectLiteralExpression(statement)) return statement
  const text = statement.properties.find(
    (property) => isPropertyAssignment(property) && property.name.getText() === 'text',
  )
  return text !== undefined && isPropertyAssignment(text) ? text.initializer : statement
}
