import path from 'node:path'
import { isLoopback, parseUrl, type Wrong } from './env-parts'

/** Settings for the maintenance that the console does automatically. */
export interface UpkeepSettings {
  /** Where scheduled backups go; null: there are none. */
  backups: { dir: string; everyHours: number; keep: number } | null
  /** How long personal data is kept when it is no longer needed. */
  retention: {
    /** Cells of imported files; counts and results stay. */
    importedCellsDays: number
    /** Network addresses and typed email addresses in the activity log; entries stay. */
    addressesDays: number
  }
  /** Where the activity log is sent; null: nowhere. */
  activitySink: { url: URL; token: string | null } | null
}

export const upkeepVariables = [
  'BACKUP_DIR',
  'BACKUP_EVERY_HOURS',
  'BACKUP_KEEP',
  'KEEP_IMPORTED_CELLS_DAYS',
  'KEEP_ADDRESSES_DAYS',
  'ACTIVITY_SINK',
  'ACTIVITY_SINK_TOKEN',
] as const
type Environment = Partial<Record<(typeof upkeepVariables)[number], string | undefined>>
type UpkeepNumber = Extract<(typeof upkeepVariables)[number], `BACKUP_${'EVERY_HOURS' | 'KEEP'}` | `KEEP_${string}`>

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
    retention: {
      importedCellsDays: readCount(env, 'KEEP_IMPORTED_CELLS_DAYS', 90, 36_500, wrong),
      addressesDays: readCount(env, 'KEEP_ADDRESSES_DAYS', 180, 36_500, wrong),
    },
    activitySink: readSink(env, wrong),
  }
}

function readSink(env: Environment, wrong: Wrong): UpkeepSettings['activitySink'] {
  const { ACTIVITY_SINK: address, ACTIVITY_SINK_TOKEN: token = null } = env
  if (address === undefined) {
    if (token !== null) wrong('ACTIVITY_SINK_TOKEN', 'is set without ACTIVITY_SINK')
    return null
  }
  const url = parseUrl(address, ['https:', 'http:', 'syslog:', 'syslog+tls:'])
  if (url === null) wrong('ACTIVITY_SINK', 'is not an https://, syslog:// or syslog+tls:// address')
  else if (url.username !== '' || url.password !== '')
    wrong('ACTIVITY_SINK', 'must not contain credentials: set ACTIVITY_SINK_TOKEN')
  else if (url.protocol === 'http:' && !isLoopback(url.hostname))
    wrong('ACTIVITY_SINK', 'must be https: the log would travel in the clear')
  else if (token !== null && !url.protocol.startsWith('http'))
    wrong('ACTIVITY_SINK_TOKEN', 'is set, but syslog takes no token')
  return url === null ? null : { url, token }
}
