import { type Node, parseSync, type Program, visitorKeys } from 'oxc-parser'

/** A file with its text. */
export interface Code {
  file: string
  text: string
}

const programs = new WeakMap<Code, Program>()

/** Parses a source, each one once. Throws when it is not valid code. */
export function parseCode(code: Code): Program {
  const known = programs.get(code)
  if (known !== undefined) return known
  const { program, errors } = parseSync(code.file, code.text)
  if (errors[0] !== undefined) throw new Error(`${code.file}: ${errors[0].message}`)
  programs.set(code, program)
  return program
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The direct children of a node, in source order. */
export const childrenOf = (node: Node): Node[] =>
  (visitorKeys[node.type] ?? []).flatMap((key) => [Reflect.get(node, key) as unknown].flat()).filter(isNode)

/** Calls `enter` with a node and all its descendants. When it returns false, the descendants are skipped. */
export function walk(node: Node, enter: (node: Node) => boolean | undefined): void {
  if (enter(node) === false) return
  for (const child of childrenOf(node)) walk(child, enter)
}

/** The expression inside `as`, `satisfies`, `!`, parentheses or `await`. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return unwrap(node.expression)
    case 'AwaitExpression':
      return unwrap(node.argument)
    default:
      return node
  }
}

/** Strings that an expression can be. A gap of a template is `null`; `isOpen` means that other values are possible. */
export interface StringValues {
  texts: string[]
  templates: (string | null)[][]
  isOpen: boolean
}

const nothing: StringValues = { texts: [], templates: [], isOpen: false }

const join = (values: readonly StringValues[]): StringValues => ({
  texts: values.flatMap(({ texts }) => texts),
  templates: values.flatMap(({ templates }) => templates),
  isOpen: values.some(({ isOpen }) => isOpen),
})

const joinParts = (quasis: readonly string[]): (string | null)[] =>
  quasis.flatMap((text, at) => (at === 0 ? [text] : [null, text])).filter((part) => part !== '')

/** Reads the strings that an expression can be, whatever its conditions are. */
export function readStrings(expression: Node): StringValues {
  const node = unwrap(expression)
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? { ...nothing, texts: [node.value] } : nothing
    case 'TemplateLiteral': {
      const parts = joinParts(node.quasis.map(({ value }) => value.cooked ?? value.raw))
      return node.expressions.length === 0
        ? { ...nothing, texts: [parts.join('')] }
        : { ...nothing, templates: [parts] }
    }
    case 'ConditionalExpression':
      return join([readStrings(node.consequent), readStrings(node.alternate)])
    case 'LogicalExpression':
      return node.operator === '&&' ? readStrings(node.right) : join([readStrings(node.left), readStrings(node.right)])
    default:
      return { ...nothing, isOpen: true }
  }
}

/** The name of a plain identifier; null for anything else. */
export const nameOf = (node: Node | null | undefined): string | null =>
  node?.type === 'Identifier' || node?.type === 'JSXIdentifier' ? node.name : null

/** The line of a position in a text, counted from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
