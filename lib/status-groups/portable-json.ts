/**
 * Reads JSON strictly and keeps the line of every value, so that a problem can be shown with its line. A field that
 * occurs twice in an object is refused, because one of its values would be lost.
 */

export type JsonNode = { line: number } & (
  | { kind: 'scalar'; value: string | number | boolean | null }
  | { kind: 'list'; items: JsonNode[] }
  | { kind: 'object'; members: Map<string, JsonNode> }
)

/** What the reader expected at this place. */
export type JsonExpected = 'colon' | 'fieldName' | 'value' | 'end' | 'commaOrBrace' | 'commaOrBracket'

/** Why a text is not JSON. `found`: the unexpected character in quotes; null at the end of the text. */
export type JsonIssue =
  | { kind: 'unexpected'; expected: JsonExpected; found: string | null }
  | { kind: 'openText' | 'tooDeep' }
  | { kind: 'trailingComma'; end: ']' | '}' }
  | { kind: 'duplicateField'; name: string }

/** Why a text is not JSON, with the line of the problem, starting at 1. */
export class JsonProblem extends Error {
  override readonly name = 'JsonProblem'
  readonly line: number
  readonly issue: JsonIssue

  constructor(line: number, issue: JsonIssue) {
    super(issue.kind)
    this.line = line
    this.issue = issue
  }
}

const depthMax = 20
const whitespace = /[ \t\n\r]*/y
// oxlint-disable-next-line no-control-regex -- JSON has none in a string
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y

/** Reads JSON. @throws JsonProblem */
export function readJson(text: string): JsonNode {
  let at = 0
  let line = 1

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  const skip = () => {
    const space = take(whitespace) ?? ''
    for (const sign of space) if (sign === '\n') line += 1
  }
  const unexpected = (expected: JsonExpected): JsonProblem => {
    const next = text.codePointAt(at)
    const found = next === undefined ? null : JSON.stringify(String.fromCodePoint(next))
    return new JsonProblem(line, { kind: 'unexpected', expected, found })
  }
  const takeSign = (sign: string): boolean => {
    if (text[at] !== sign) return false
    at += 1
    return true
  }
  const readString = (expected: JsonExpected): string => {
    const raw = take(string)
    if (raw !== null) return JSON.parse(raw) as string
    if (text[at] !== '"') throw unexpected(expected)
    throw new JsonProblem(line, { kind: 'openText' })
  }
  /** Reads members up to the closing bracket. There must be a comma between members, but not after the last one. */
  const readMembers = (end: ']' | '}', readOne: () => void) => {
    skip()
    if (takeSign(end)) return
    for (;;) {
      readOne()
      skip()
      if (takeSign(end)) return
      if (!takeSign(',')) throw unexpected(end === '}' ? 'commaOrBrace' : 'commaOrBracket')
      skip()
      if (text[at] === end) throw new JsonProblem(line, { kind: 'trailingComma', end })
    }
  }
  const readObject = (start: number, depth: number): JsonNode => {
    const members = new Map<string, JsonNode>()
    readMembers('}', () => {
      const name = readString('fieldName')
      if (members.has(name)) throw new JsonProblem(line, { kind: 'duplicateField', name })
      skip()
      if (!takeSign(':')) throw unexpected('colon')
      skip()
      members.set(name, readValue(depth + 1))
    })
    return { kind: 'object', line: start, members }
  }
  const readValue = (depth: number): JsonNode => {
    const start = line
    if (depth > depthMax) throw new JsonProblem(line, { kind: 'tooDeep' })
    if (takeSign('{')) return readObject(start, depth)
    if (takeSign('[')) {
      const items: JsonNode[] = []
      readMembers(']', () => items.push(readValue(depth + 1)))
      return { kind: 'list', line: start, items }
    }
    const scalar = take(number) ?? take(word)
    if (scalar !== null) return { kind: 'scalar', line: start, value: JSON.parse(scalar) as number | boolean | null }
    return { kind: 'scalar', line: start, value: readString('value') }
  }

  skip()
  const node = readValue(0)
  skip()
  if (at < text.length) throw unexpected('end')
  return node
}

/** Converts a node to a plain value. Objects have no prototype, so that fields may have any name. */
export function toValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(toValue)
  const value: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, member] of node.members) value[name] = toValue(member)
  return value
}

/** The line of the value at `path`, or of the nearest existing value. */
export function findLine(node: JsonNode, path: readonly PropertyKey[]): number {
  const [first, ...rest] = path
  const next =
    node.kind === 'object' && typeof first === 'string'
      ? node.members.get(first)
      : node.kind === 'list' && typeof first === 'number'
        ? node.items[first]
        : undefined
  return next === undefined ? node.line : findLine(next, rest)
}
