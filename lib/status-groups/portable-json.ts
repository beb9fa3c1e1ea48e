/**
 * JSON as people write it by hand: read strictly, with the line of every value, so that what is wrong can be pointed at.
 * A name that stands twice in one object is refused, for one of the two would be lost.
 */

export type JsonNode = { line: number } & (
  | { kind: 'scalar'; value: string | number | boolean | null }
  | { kind: 'list'; items: JsonNode[] }
  | { kind: 'object'; members: Map<string, JsonNode> }
)

/** What keeps a text from being JSON, and where: the first line is 1. */
export class JsonProblem extends Error {
  override readonly name = 'JsonProblem'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const depthMax = 20
const whitespace = /[ \t\n\r]*/y
// oxlint-disable-next-line no-control-regex -- JSON has none in a string
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y

/** Reads JSON. Throws a JsonProblem. */
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
  const tell = (expected: string): JsonProblem => {
    const next = text.codePointAt(at)
    const found = next === undefined ? 'the file ends' : `there is ${JSON.stringify(String.fromCodePoint(next))}`
    return new JsonProblem(line, `${expected} is expected, and ${found}`)
  }
  const takeSign = (sign: string): boolean => {
    if (text[at] !== sign) return false
    at += 1
    return true
  }
  const readString = (expected: string): string => {
    const raw = take(string)
    if (raw !== null) return JSON.parse(raw) as string
    if (text[at] !== '"') throw tell(expected)
    throw new JsonProblem(line, 'a text is not closed on its line, or has a sign that needs a backslash')
  }
  /** Members between two brackets, with a comma between them and none after the last. */
  const readMembers = (end: ']' | '}', readOne: () => void) => {
    skip()
    if (takeSign(end)) return
    for (;;) {
      readOne()
      skip()
      if (takeSign(end)) return
      if (!takeSign(',')) throw tell(`a comma or “${end}”`)
      skip()
      if (text[at] === end) throw new JsonProblem(line, `there is a comma before “${end}”`)
    }
  }
  const readObject = (start: number, depth: number): JsonNode => {
    const members = new Map<string, JsonNode>()
    readMembers('}', () => {
      const name = readString('a field in double quotes')
      if (members.has(name)) throw new JsonProblem(line, `the field ${JSON.stringify(name)} stands twice in one place`)
      skip()
      if (!takeSign(':')) throw tell('a colon')
      skip()
      members.set(name, readValue(depth + 1))
    })
    return { kind: 'object', line: start, members }
  }
  const readValue = (depth: number): JsonNode => {
    const start = line
    if (depth > depthMax) throw new JsonProblem(line, 'it is nested too deeply')
    if (takeSign('{')) return readObject(start, depth)
    if (takeSign('[')) {
      const items: JsonNode[] = []
      readMembers(']', () => items.push(readValue(depth + 1)))
      return { kind: 'list', line: start, items }
    }
    const scalar = take(number) ?? take(word)
    if (scalar !== null) return { kind: 'scalar', line: start, value: JSON.parse(scalar) as number | boolean | null }
    return { kind: 'scalar', line: start, value: readString('a value') }
  }

  skip()
  const node = readValue(0)
  skip()
  if (at < text.length) throw tell('the end of the file')
  return node
}

/** The plain value. Objects have no prototype, so a field may have any name. */
export function toValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(toValue)
  const value: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, member] of node.members) value[name] = toValue(member)
  return value
}

/** The line of what stands at `path`, or of the nearest that is there. */
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
