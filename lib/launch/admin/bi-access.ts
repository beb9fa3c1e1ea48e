import 'server-only'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { biViews, giveBiAccess, takeBiAccess } from '@/lib/open-data/bi-store'
import { openBeside } from './database'
import type { AdminSettings } from './settings'

const usage = 'Usage: npm run bi-access [-- --role NAME] [--remove]'
const usualRole = 'sightline_bi'

function readWords(words: readonly string[]): { role: string; remove: boolean } | null {
  try {
    const options = { role: { type: 'string' }, remove: { type: 'boolean' } } as const
    const { role = usualRole, remove = false } = parseArgs({ args: [...words], strict: true, options }).values
    return { role, remove }
  } catch {
    return null
  }
}

/**
 * `npm run bi-access`: creates the views of `bi` and a role that reads them, or gives the role a new password.
 * @returns the exit code: 0 done, 2 wrong command
 * @throws AppError with a sentence for the terminal when the command is refused
 */
export async function runBiAccess(
  words: readonly string[],
  { say, complain }: { say: (line: string) => void; complain: (line: string) => void },
  settings: AdminSettings,
): Promise<number> {
  const read = readWords(words)
  if (read === null) {
    complain(usage)
    return 2
  }
  const { role, remove } = read
  const db = await openBeside(settings)
  try {
    if (remove) {
      await takeBiAccess(db, role)
      say(`The role ${role} and the views are removed.`)
      return 0
    }
    const password = randomBytes(24).toString('base64url')
    await giveBiAccess(db, { role, password })
    say(`The role ${role} can read the views ${biViews.map((name) => `bi.${name}`).join(', ')}, and nothing else.`)
    say(`Its password, which is not shown again: ${password}`)
    if (settings.databaseUrl === null)
      say(
        'The private database listens on this machine only. For other machines, use a server of yours (DATABASE_URL).',
      )
    return 0
  } finally {
    await db.close()
  }
}
