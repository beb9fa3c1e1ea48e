import { parseArgs } from 'node:util'
import * as z from 'zod'
import { roles } from '@/lib/access/permissions'

const email = z.email('is not an email address').max(254)
const noSecret = 'is not an option: a password in a command stays in the shell’s history. Use --password-stdin'

const commandSchemas = {
  list: z.strictObject({}),
  create: z.strictObject({
    email,
    name: z.string().trim().min(1, 'is empty').max(100, 'is longer than 100 characters').optional(),
    role: z.enum(roles, `is none of ${roles.join(', ')}`).default('admin'),
    'break-glass': z.boolean().default(false),
    'password-stdin': z.boolean().default(false),
  }),
  'reset-password': z.strictObject({
    email,
    'break-glass': z.boolean().default(false),
    'password-stdin': z.boolean().default(false),
  }),
  disable: z.strictObject({ email }),
  enable: z.strictObject({ email }),
  unlock: z.strictObject({ email }),
  erase: z.strictObject({ email }),
} as const

type Name = keyof typeof commandSchemas
type Options<Command extends Name> = z.output<(typeof commandSchemas)[Command]>
export type AdminCommand = { [Command in Name]: { name: Command; options: Options<Command> } }[Name]

export const adminUsage = `Usage: npm run admin -- <command> [options]

Commands
  list                              Show everybody who has an account.
  create --email X [options]        Create an account.
      --name "Full Name"            Left out: made from the email address.
      --role viewer|editor|admin    Left out: admin.
      --break-glass                 May sign in with the password even when PASSWORD_SIGN_IN=off. Admins only.
  reset-password --email X          Set a new password and end all sessions.
      --break-glass                 As above.
  disable --email X                 Keep somebody out and end their sessions.
  enable --email X                  Let a disabled person sign in again.
  unlock --email X                  Forget wrong passwords, so that the person need not wait.
  erase --email X                   Remove a person from the database, with or without an account. Cannot be undone.

A password is made and shown once. With --password-stdin it is the first line of the standard input instead.

Run it where Sightline runs, with the same settings (DATABASE_URL or DATA_DIR). Sightline may keep running.
Every change is in the activity log as "Command line". Exit codes: 0 done, 1 refused, 2 wrong command.
`

const isName = (word: string | undefined): word is Name => word !== undefined && word in commandSchemas

/**
 * Reads the arguments after `npm run admin --`. The result is `help` when they ask for help, and a problem when
 * something is wrong with them.
 */
export function parseAdminArguments(words: readonly string[]): AdminCommand | 'help' | { problem: string } {
  const [name, ...rest] = words
  if (name === undefined || name === 'help' || words.some((word) => word === '--help' || word === '-h')) return 'help'
  if (!isName(name)) return { problem: `There is no command ${name}.` }
  if (rest.some((word) => /^--?p(?:ass)?(?:word)?(?:=|$)/.test(word))) return { problem: `--password ${noSecret}.` }
  let values: Record<string, unknown>
  try {
    ;({ values } = parseArgs({
      args: rest,
      strict: true,
      allowPositionals: false,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        role: { type: 'string' },
        'break-glass': { type: 'boolean' },
        'password-stdin': { type: 'boolean' },
      },
    }))
  } catch {
    // Node's own message would quote the value, which may be a password.
    return { problem: `An option of ${name} is unknown or has no value.` }
  }
  return readOptions(name, values)
}

function readOptions(name: Name, values: Record<string, unknown>): AdminCommand | { problem: string } {
  const parsed = commandSchemas[name].safeParse({ ...values })
  if (!parsed.success) return { problem: explain(name, parsed.error) }
  // The schema belongs to the command of this name.
  const command = { name, options: parsed.data } as AdminCommand
  if (command.name === 'create' && command.options['break-glass'] && command.options.role !== 'admin')
    return { problem: '--break-glass is for admins only.' }
  return command
}

function explain(name: Name, error: z.ZodError): string {
  const [issue] = error.issues
  if (issue === undefined) return `The options of ${name} are wrong.`
  if (issue.code === 'unrecognized_keys') return `${name} has no option --${issue.keys[0] ?? ''}.`
  const option = String(issue.path[0] ?? '')
  if (issue.code === 'invalid_type') return `${name} needs --${option}.`
  return `--${option} ${issue.message}.`
}
