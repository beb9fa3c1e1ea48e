import { canaries, type TestConsole } from '@/lib/testing/harness'
import { askConsole, expect } from '../fixtures'

/** A password that the checks of all responses and of the log recognize as a secret. */
export const makePassword = (number: number) => `${canaries.password} ${number}`

/** How often the service created or changed each user of a domain, by address. */
export function executionsAt({ standin }: TestConsole, domain: string): Map<string, number> {
  return new Map(Object.entries(standin.control.users.executions()).filter(([email]) => email.endsWith(`@${domain}`)))
}

export const makeEmails = (domain: string, count: number) =>
  Array.from({ length: count }, (_, at) => `person${at}@${domain}`)

/** Starts a job through the API. @returns its id */
export async function bringIn(
  app: TestConsole,
  emails: readonly string[],
  { kind = 'run', sourceName = 'people.csv' }: { kind?: 'check' | 'run'; sourceName?: string } = {},
): Promise<string> {
  const users = emails.map((username, at) => ({
    username,
    firstName: 'Sam',
    lastName: `Number ${at}`,
    line: at + 1,
    cells: [username, 'Sam', `Number ${at}`],
  }))
  const body = { attemptId: crypto.randomUUID(), kind, sourceName, header: ['email', 'first_name', 'last_name'], users }
  const { jobId } = await askConsole(app, '/api/user-jobs', { method: 'POST', body })
  return String(jobId)
}

/** Every row of every table, as text, that contains one of these values: plain, in hex or in base64. */
export async function findInDatabase({ db }: TestConsole, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(10)
  const wanted = texts.flatMap((text) => {
    const bytes = Buffer.from(text)
    // The last characters in base64 depend on the bytes that follow.
    return [text, bytes.toString('hex'), bytes.toString('base64url').slice(0, -2)]
  })
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.query<{ row: string }>(
      `select left(t::text, 300) as row from "${name}" as t
        where exists (select from unnest($1::text[]) as wanted where position(wanted in t::text) > 0) limit 3`,
      [wanted],
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}
