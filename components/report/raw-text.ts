/** Levels that are indented. Deeper ones get no more indentation, or the lines would be longer than the document. */
const indentMax = 40

interface Open {
  values: Iterator<[string | number, unknown]>
  isList: boolean
  isEmpty: boolean
}

/** A JSON value as lines with two spaces for each level. Any depth is allowed. */
export function printJson(document: unknown): string {
  // JSON.stringify is faster, but it recurses for each level and indents all of them.
  return isDeep(document) ? printDeep(document) : (JSON.stringify(document, null, 2) ?? '')
}

/** Whether a value has more levels than the indentation limit. */
function isDeep(document: unknown): boolean {
  let level: unknown[] = [document]
  for (let depth = 0; depth <= indentMax; depth += 1) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    if (level.length === 0) return false
  }
  return true
}

/** `printJson` without recursion. */
export function printDeep(document: unknown): string {
  const lines: string[] = []
  const open: Open[] = []
  let line = ''
  const indent = () => '  '.repeat(Math.min(open.length, indentMax))
  const begin = (value: unknown) => {
    if (typeof value !== 'object' || value === null) {
      line += JSON.stringify(value) ?? 'null'
      return
    }
    const isList = Array.isArray(value)
    line += isList ? '[' : '{'
    const values: Iterator<[string | number, unknown]> = isList
      ? value.entries()
      : Object.entries(value)[Symbol.iterator]()
    open.push({ values, isList, isEmpty: true })
  }
  begin(document)
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const next = last.values.next()
    if (next.done === true) {
      open.pop()
      if (!last.isEmpty) {
        lines.push(line)
        line = indent()
      }
      line += last.isList ? ']' : '}'
      continue
    }
    lines.push(last.isEmpty ? line : `${line},`)
    last.isEmpty = false
    const [name, value] = next.value
    line = last.isList ? indent() : `${indent()}${JSON.stringify(name)}: `
    begin(value)
  }
  return [...lines, line].join('\n')
}
