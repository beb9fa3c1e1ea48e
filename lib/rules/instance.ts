import 'server-only'
import { changeWorker } from '@/lib/asset-changes/instance'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { listStatusGroups, type WireStatusGroup } from '@/lib/service/assets'
import { service } from '@/lib/service/instance'
import { createRuleWorker } from './worker'

/** The acts of one burst share one response of the service, so that a thousand acts do not use up the rate limit. */
const groupsAgeMs = 30_000

/** The worker of this process that carries out what rules decided. The console starts it at boot. */
export function ruleWorker(): Worker {
  return processWide('rules', () => {
    let known: { at: number; groups: readonly WireStatusGroup[] } | null = null
    const readGroups = async () => {
      if (known === null || systemClock.now() - known.at > groupsAgeMs) {
        const groups = await listStatusGroups(service(), { lane: 'background', isFresh: true })
        known = { at: systemClock.now(), groups }
      }
      return known.groups
    }
    return createRuleWorker({
      database,
      clock: systemClock,
      log: log().child({ part: 'rules' }),
      readGroups,
      readBudgets: () => service().budget(),
      wakeChanges: () => changeWorker().wake(),
    })
  })
}
