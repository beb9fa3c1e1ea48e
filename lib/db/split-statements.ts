/**
 * Test tool: splits a SQL file into statements. It understands quotes, dollar quotes and comments, which is enough for
 * migrations. (The console sends a migration as a whole, and PostgreSQL splits it.)
 */
export function splitStatements(sql: string): string[] {
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]*)\$[\s\S]*?\$\1\$|;/g
  const statements: string[] = []
  let from = 0
  for (const match of sql.matchAll(token)) {
    if (match[0] !== ';') continue
    statements.push(sql.slice(from, match.index + 1).trim())
    from = match.index + 1
  }
  const rest = sql
    .slice(from)
    .replaceAll(/--[^\n]*/g, '')
    .trim()
  if (rest !== '') statements.push(sql.slice(from).trim())
  return statements
}
