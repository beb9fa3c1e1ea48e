import 'server-only'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { StartError } from '@/lib/db/embedded/start-error'
import { resolveInProject } from '@/lib/db/project-root'
import { SettingsError } from '@/lib/env'
import { nameHosts } from '@/lib/env-database'
import { AppError } from '@/lib/errors'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { readEnvFiles } from '../env-files'
import { adminUsage, parseAdminArguments } from './arguments'
import { runAdminCommand } from './commands'
import { openBeside } from './database'
import { readAdminSettings } from './settings'

const root = resolveInProject()

/** Input and output of the command. */
export interface AdminTerminal {
  env: Readonly<Record<string, string | undefined>>
  stdin: NodeJS.ReadableStream
  out: (text: string) => void
  err: (text: string) => void
}

/**
 * `npm run admin -- …`: manages accounts for an operator who cannot sign in.
 * @returns the exit code: 0 done, 1 refused, 2 wrong command
 */
export async function runAdmin(words: readonly string[], { env, stdin, out, err }: AdminTerminal): Promise<number> {
  const command = parseAdminArguments(words)
  if (command === 'help') {
    out(adminUsage)
    return words.length === 0 ? 2 : 0
  }
  if ('problem' in command) {
    err(`${command.problem}\n\n${adminUsage}`)
    return 2
  }
  await installServerTexts(['en'])
  try {
    // The command reads the same files as the console.
    const settings = readAdminSettings({ ...readEnvFiles(root, 'production', env), ...env })
    // With several consoles, it is easy to mistake one for another.
    err(`${describePlace(settings)}\n`)
    const db = await openBeside(settings)
    try {
      const lines = await runAdminCommand({ db, settings, readPassword: () => readFirstLine(stdin) }, command)
      out(`${lines.join('\n')}\n`)
    } finally {
      await db.close()
    }
    return 0
  } catch (error) {
    err(`${explain(error)}\n`)
    return 1
  }
}

function describePlace({ databaseUrl, dataDir, isDemo }: ReturnType<typeof readAdminSettings>): string {
  if (databaseUrl !== null) return `Database of DATABASE_URL at ${nameHosts(databaseUrl)}`
  return `Database${isDemo ? ' of the demo' : ''} in ${path.relative(process.cwd(), dataDir) || dataDir}`
}

/**
 * Reads the password.
 * @throws AppError invalid when the first line is empty
 */
async function readFirstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdin })) if (line !== '') return line
  throw new AppError('invalid', 'There is no password in the standard input.')
}

function explain(error: unknown): string {
  if (error instanceof AppError && error.cause instanceof StartError) return error.cause.message
  if (error instanceof AppError || error instanceof StartError || error instanceof SettingsError) return error.message
  // The original message may contain what the operator entered.
  return `Something went wrong: ${error instanceof Error ? error.name : 'unknown'}.`
}
