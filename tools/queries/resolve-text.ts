import {
  type ArrowFunction,
  type CallExpression,
  type Expression,
  type FunctionDeclaration,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  type ParameterDeclaration,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Project, Symbol } from 'typescript/unstable/sync'

/** More combinations than this are no statement that somebody wrote down. */
const MOST = 256

export type TextResolver = (expression: Node) => Texts

type Texts = readonly string[] | undefined
/** What the parameters of the functions that are being read were called with. */
type Arguments = ReadonlyMap<Node, Texts>

/** A function that calls itself has no text. */
const DEEPEST = 40

/**
 * Returns every text that an expression can have: literals, templates, constants, choices, calls of functions that return a text, and
 * parameters by the arguments of all callers. Returns undefined if a part of it is only known at run time.
 */
export function createTextResolver({ checker }: Project, sources: readonly SourceFile[]): TextResolver {
  let depth = 0

  function resolve(node: Node, given: Arguments): Texts {
    if (depth >= DEEPEST) return undefined
    depth += 1
    try {
      return resolveText(node, given) ?? literalsOf(node)
    } finally {
      depth -= 1
    }
  }

  function resolveText(node: Node, given: Arguments): Texts {
    const inner = (part: Node) => resolve(part, given)
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node))
      return [node.text]
    if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node))
      return inner(node.expression)
    if (isTemplateExpression(node)) {
      const rest = node.templateSpans.flatMap((span) => [inner(span.expression), [span.literal.text]])
      return combine([[node.head.text], ...rest])
    }
    if (isConditionalExpression(node)) return either([inner(node.whenTrue), inner(node.whenFalse)])
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken)
      return combine([inner(node.left), inner(node.right)])
    if (isCallExpression(node)) return resolveCall(node, given)
    if (isElementAccessExpression(node)) return either(valuesOf(node.expression, given) ?? [undefined])
    if (!isIdentifier(node) && !isPropertyAccessExpression(node)) return undefined
    const declaration = declarationOf(node)
    if (declaration === undefined) return undefined
    if (given.has(declaration)) return given.get(declaration)
    if (
      (isVariableDeclaration(declaration) || isPropertyAssignment(declaration)) &&
      declaration.initializer !== undefined
    )
      return inner(declaration.initializer)
    return isParameterDeclaration(declaration) ? resolveParameter(declaration) : undefined
  }

  /** `list.join(', ')` of texts, `text.concat(text)`, or a function of ours that returns a text. */
  function resolveCall(call: CallExpression, given: Arguments): Texts {
    const args = call.arguments.map((argument) => resolve(argument, given))
    if (isPropertyAccessExpression(call.expression)) {
      const { expression, name } = call.expression
      if (name.text === 'concat') return combine([resolve(expression, given), ...args])
      const parts = name.text === 'join' ? valuesOf(expression, given) : undefined
      return (
        parts && combine(parts.flatMap((part, index) => (index === 0 ? [part] : [args[0] ?? [','], part])))
      )
    }
    const declaration = declarationOf(call.expression)
    const made =
      declaration !== undefined && isVariableDeclaration(declaration) ? declaration.initializer : declaration
    return made !== undefined && isFunction(made) ? resultOf(made, args) : undefined
  }

  function resultOf(made: ArrowFunction | FunctionDeclaration, args: readonly Texts[]): Texts {
    const given = new Map<Node, Texts>()
    for (const [index, parameter] of made.parameters.entries()) {
      const fallback =
        parameter.initializer === undefined ? undefined : resolve(parameter.initializer, new Map())
      given.set(parameter, index < args.length ? args[index] : fallback)
    }
    if (made.body === undefined) return undefined
    return isBlock(made.body)
      ? either(returnsOf(made.body).map((returned) => resolve(returned, given)))
      : resolve(made.body, given)
  }

  /** A parameter has the texts that its callers pass, and its default. */
  function resolveParameter(parameter: ParameterDeclaration): Texts {
    const owner = parameter.parent
    if (owner === undefined || !isFunction(owner)) return undefined
    const named = isFunctionDeclaration(owner) ? owner : owner.parent
    if (!(isFunctionDeclaration(named) || isVariableDeclaration(named)) || named.name === undefined)
      return undefined
    if (!isIdentifier(named.name)) return undefined
    const index = owner.parameters.indexOf(parameter)
    return either(
      callsOf(named.name.text, named).map((call) => {
        const passed = call.arguments[index] ?? parameter.initializer
        return passed === undefined ? undefined : resolve(passed, new Map())
      }),
    )
  }

  /** The calls of a function, found by its name and then by its declaration. */
  function callsOf(name: string, declaration: Node): CallExpression[] {
    const calls: CallExpression[] = []
    const visit = (node: Node): void => {
      node.forEachChild(visit)
      if (isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === name)
        calls.push(node)
    }
    for (const source of sources) if (source.text.includes(`${name}(`)) source.forEachChild(visit)
    return calls.filter(({ expression }) => {
      const called = declarationOf(expression)
      return called?.pos === declaration.pos && called.getSourceFile() === declaration.getSourceFile()
    })
  }

  function declarationOf(node: Node): Node | undefined {
    let symbol: Symbol | undefined = checker.getSymbolAtLocation(node)
    if (symbol === undefined) return undefined
    symbol = isAlias(symbol) ? checker.getAliasedSymbol(symbol) : symbol
    return symbol.declarations[0]?.resolve()
  }

  /** The elements of a constant list, the values of a constant object, or what `map` makes of them. */
  function valuesOf(node: Node, given: Arguments): readonly Texts[] | undefined {
    if (isAsExpression(node) || isSatisfiesExpression(node) || isParenthesizedExpression(node))
      return valuesOf(node.expression, given)
    if (isArrayLiteralExpression(node)) return node.elements.map((element) => resolve(element, given))
    if (isObjectLiteralExpression(node))
      return node.properties.map((property) =>
        isPropertyAssignment(property) ? resolve(property.initializer, given) : undefined,
      )
    if (
      isCallExpression(node) &&
      isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'map'
    ) {
      const [made] = node.arguments
      const values = valuesOf(node.expression.expression, given)
      return made !== undefined && isArrowFunction(made)
        ? values?.map((value) => resultOf(made, [value]))
        : undefined
    }
    const declaration = isIdentifier(node) ? declarationOf(node) : undefined
    return declaration !== undefined &&
      isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined
      ? valuesOf(declaration.initializer, given)
      : undefined
  }

  /** The texts of a type such as `'asc' | 'desc'`. */
  function literalsOf(node: Node): readonly string[] | undefined {
    const type = checker.getTypeAtLocation(node)
    if (type === undefined) return undefined
    const members = type.isUnionType() ? (type.getTypes() ?? []) : [type]
    const texts = members.flatMap((member) =>
      member.isStringLiteralType() || member.isNumberLiteralType() ? [String(member.value)] : [],
    )
    return texts.length === members.length && texts.length > 0 ? texts : undefined
  }

  return (expression) => resolve(expression, new Map())
}

const isFunction = (node: Node): node is ArrowFunction | FunctionDeclaration =>
  isArrowFunction(node) || isFunctionDeclaration(node)

const ALIAS = 2_097_152
const isAlias = (symbol: Symbol) => (symbol.flags & ALIAS) !== 0

function returnsOf(body: Node): Expression[] {
  const found: Expression[] = []
  const visit = (node: Node) => {
    if (isReturnStatement(node) && node.expression !== undefined) found.push(node.expression)
    else if (!isArrowFunction(node) && !isFunctionDeclaration(node)) node.forEachChild(visit)
  }
  body.forEachChild(visit)
  return found
}

function combine(parts: ReadonlyArray<readonly string[] | undefined>): readonly string[] | undefined {
  return parts.reduce<readonly string[] | undefined>(
    (before, part) => {
      if (before === undefined || part === undefined || before.length * part.length > MOST) return undefined
      return before.flatMap((text) => part.map((more) => text + more))
    },
    [''],
  )
}

function either(choices: ReadonlyArray<readonly string[] | undefined>): readonly string[] | undefined {
  if (choices.length === 0 || choices.some((choice) => choice === undefined)) return undefined
  const texts = [...new Set(choices.flatMap((choice) => choice ?? []))]
  return texts.length > MOST ? undefined : texts
}
