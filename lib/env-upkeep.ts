import path from 'node:path'
import type { Wrong } from './env-parts'

/** What the console does by itself over time. */
export interface UpkeepSettings {
  /** Where scheduled backups go; null: there are none. */
  backups: { dir: string; everyHours: number; keep: number } | null
}

export const upkeepVariables = ['BACKUP_DIR', 'BACKUP_EVERY_HOURS', 'BACKUP_KEEP'] as const
type Environment = Partial<Record<(typeof upkeepVariables)[number], string | undefined>>
type UpkeepNumber = Exclude<(typeof upkeepVariables)[number], 'BACKUP_DIR'>

function readCount(env: Environment, name: UpkeepNumber, usual: number, max: number, wrong: Wrong): number {
  const count = env[name] === undefined ? usual : Number(env[name])
  if (!Number.isInteger(count) || count < 1 || count > max) wrong(name, `is not a whole number from 1 to ${max}`)
  return count
}

export function readUpkeep(env: Environment, wrong: Wrong): UpkeepSettings {
  const everyHours = readCount(env, 'BACKUP_EVERY_HOURS', 24, 24 * 31, wrong)
  const keep = readCount(env, 'BACKUP_KEEP', 7, 1_000, wrong)
  if (env.BACKUP_DIR === undefined)
    for (const name of ['BACKUP_EVERY_HOURS', 'BACKUP_KEEP'] as const)
      if (env[name] !== undefined) wrong(name, 'is set without BACKUP_DIR')
  return {
    backups:
      env.BACKUP_DIR === undefined
        ? null
        : { dir: path.resolve(/* turbopackIgnore: true */ env.BACKUP_DIR), everyHours, keep },
  }
}
