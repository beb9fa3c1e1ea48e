import 'server-only'
import { BackupError } from '@/lib/backup/format'
import { StartError } from '@/lib/db/embedded/start-error'
import { SettingsError } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { type AdminSettings, readAdminSettings } from './admin/settings'
import { readEnvFiles } from './env-files'

/** Where a command reads its settings and prints its output. */
export interface CommandAround {
  env: Readonly<Record<string, string | undefined>>
  root: string
  say: (line: string) => void
  complain: (line: string) => void
}

/**
 * Runs a command with its settings.
 * @returns the exit code: the result of `work`, or 1 when the command was refused
 */
export async function attempt(
  around: CommandAround,
  work: (settings: AdminSettings) => Promise<number>,
): Promise<number> {
  await installServerTexts(['en'])
  try {
    return await work(readAdminSettings({ ...readEnvFiles(around.root, 'production', around.env), ...around.env }))
  } catch (error) {
    around.complain(explain(error))
    return 1
  }
}

function explain(error: unknown): string {
  if (error instanceof AppError && error.cause instanceof StartError) return error.cause.message
  const isKnown = [BackupError, AppError, StartError, SettingsError].some((kind) => error instanceof kind)
  const message = error instanceof Error ? error.message : 'unknown reason'
  return isKnown ? message : `Something went wrong: ${message}`
}
