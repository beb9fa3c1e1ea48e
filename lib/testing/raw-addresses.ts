import type { Node } from 'oxc-parser'
import { type Code, lineAt, nameOf, parseCode, walk } from './messages/syntax'

/** An expression that the browser uses as an address. */
export interface RawAddress {
  file: string
  line: number
  expression: string
}

const elements = /^(?:a|audio|form|iframe|img|link|script|source|use|video)$/
const attributes = /^(?:href|src|action|poster|srcSet)$/
/**
 * Calls by their last name, with the position of the address among the arguments. Calls of the router and of `api` are
 * not included.
 */
const calls: Readonly<Record<string, { position: number; of?: RegExp }>> = {
  fetch: { position: 0 },
  sendBeacon: { position: 0 },
  open: { position: 0, of: /^window$/ },
  assign: { position: 0, of: /location$/ },
  replace: { position: 0, of: /location$/ },
  pushState: { position: 2 },
  replaceState: { position: 2 },
}
/** The file whose task it is to read the address of the page. */
const ownAddress = 'lib/browser/own-address.ts'

/** Whether an expression is already an address, a part of the page, or a file of the bundle. */
const isAddress = (expression: string) =>
  /\b(?:addressOf|fullAddress|consoleAddress)\(|\baddress\b|^['"`](?:#|$)|\bimport\.meta\.url\b/.test(expression)

/** The expressions of a node that the browser uses as addresses, or that read the address of the page. */
function readSinks(node: Node, textOf: (node: Node) => string): Node[] {
  switch (node.type) {
    case 'JSXOpeningElement': {
      if (node.name.type !== 'JSXIdentifier' || !elements.test(node.name.name)) return []
      return node.attributes.flatMap((attribute) => {
        if (attribute.type !== 'JSXAttribute' || attribute.value === null) return []
        if (attribute.name.type !== 'JSXIdentifier' || !attributes.test(attribute.name.name)) return []
        return attribute.value.type === 'JSXExpressionContainer' ? [attribute.value.expression] : [attribute.value]
      })
    }
    case 'CallExpression': {
      const { callee } = node
      const name = callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee)
      const sink = name === null || name === undefined ? undefined : calls[name]
      const owner = callee.type === 'MemberExpression' ? textOf(callee.object) : ''
      const given = sink === undefined ? undefined : node.arguments[sink.position]
      return given !== undefined && sink?.of?.test(owner) !== false ? [given] : []
    }
    case 'NewExpression': {
      const [first, second] = node.arguments
      const isOfPage = nameOf(node.callee) === 'URL' && second !== undefined && textOf(second).includes('location')
      const isLoaded = /^(?:EventSource|Worker|SharedWorker)$/.test(nameOf(node.callee) ?? '')
      return first !== undefined && (isOfPage || isLoaded) ? [first] : []
    }
    case 'AssignmentExpression':
      return node.left.type === 'MemberExpression' && /^(?:src|href)$/.test(nameOf(node.left.property) ?? '')
        ? [node.right]
        : []
    case 'MemberExpression':
      return /(?:^|\.)location\.(?:pathname|origin)$/.test(textOf(node)) ? [node] : []
    default:
      return []
  }
}

/** The addresses of a file that may lack the path under which Sightline is served. */
export function findRawAddresses(code: Code): RawAddress[] {
  if (code.file === ownAddress) return []
  const textOf = (node: Node) => code.text.slice(node.start, node.end)
  const found: RawAddress[] = []
  walk(parseCode(code), (node) => {
    for (const sink of readSinks(node, textOf)) {
      const expression = textOf(sink)
      if (!isAddress(expression)) found.push({ file: code.file, line: lineAt(code.text, sink.start), expression })
    }
    return undefined
  })
  return found
}
