import { operationNames, operationOf, type OperationName } from './endpoints'
import type { HttpMethod } from './operation'
import { isSegment } from './path'

/** Finds the operation of a method and a path. */
export type Match =
  | { kind: 'operation'; name: OperationName; params: Readonly<Record<string, string>> }
  | { kind: 'path_unknown' }
  | { kind: 'method_not_allowed'; allow: readonly HttpMethod[] }

interface Node {
  literals: Map<string, Node>
  /** The one `:name` child. All operations below a node share it, whatever each calls it. */
  param: Node | null
  methods: Map<string, { name: OperationName; params: readonly string[] }>
}

const createNode = (): Node => ({ literals: new Map(), param: null, methods: new Map() })

function plant(): Node {
  const root = createNode()
  for (const name of operationNames) {
    const { method, path } = operationOf(name)
    const params: string[] = []
    let node = root
    for (const part of path.slice(1).split('/')) {
      let next: Node | undefined
      if (part.startsWith(':')) {
        params.push(part.slice(1))
        next = node.param ?? createNode()
        node.param = next
      } else {
        next = node.literals.get(part) ?? createNode()
        node.literals.set(part, next)
      }
      node = next
    }
    node.methods.set(method, { name, params })
  }
  return root
}

const root = plant()
const unknown: Match = { kind: 'path_unknown' }

/**
 * Finds the documented operation of a path, given as its decoded segments. A literal is preferred to an id, without
 * backtracking: `/audits/search` is never an inspection called "search". If an id could be more than one segment, the
 * path is unknown.
 */
export function matchOperation(method: string, segments: readonly string[]): Match {
  let node = root
  const values: string[] = []
  for (const segment of segments) {
    const literal = node.literals.get(segment)
    if (literal !== undefined) node = literal
    else if (node.param !== null) {
      values.push(segment)
      node = node.param
    } else return unknown
  }
  const first = node.methods.values().next().value
  if (first === undefined) return unknown
  for (let index = 0; index < values.length; index += 1)
    if (!isSegment(first.params[index] ?? '', values[index] ?? '')) return unknown
  const found = node.methods.get(method)
  if (found === undefined) return { kind: 'method_not_allowed', allow: [...node.methods.keys()] as HttpMethod[] }
  const params: Record<string, string> = {}
  for (let index = 0; index < values.length; index += 1) params[found.params[index] ?? ''] = values[index] ?? ''
  return { kind: 'operation', name: found.name, params }
}
