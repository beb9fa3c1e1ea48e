import { systemClock } from '@/lib/clock'
import { createDatabase } from '@/lib/db/database'
import { silentLog } from '@/lib/db/testing'
import { createService } from '@/lib/service/client'
import { createSync } from '@/lib/sync/sync'
import type { PartnerSettings } from './protocol'
import { partnerName, startRules } from './rules'
import { skewDate } from './skewed-date'

/**
 * A second console of a soak, on the database of the first one: it syncs when the first one does not, and carries out
 * the rules.
 */

const settings = JSON.parse(process.argv[2] ?? '{}') as PartnerSettings
skewDate(settings.skewMs)
const db = createDatabase({
  kind: 'embedded',
  connection: { ...settings.connection, options: `-c soak.console=${partnerName}` },
  log: silentLog,
  healTimeoutMs: 20_000,
})
const service = createService({
  baseUrl: settings.baseUrl,
  token: settings.token,
  limits: { searchInspections: 1_000_000, other: 1_000_000 },
})
const sync = createSync({
  database: () => Promise.resolve(db),
  service: () => service,
  clock: systemClock,
  log: silentLog,
  intervalMs: settings.intervalMs,
  limit: settings.limit,
  reconcilePaceMs: 20,
})
process.on('disconnect', () => process.exit(0))
startRules(db)
sync.start()
process.send?.({ kind: 'running' })
