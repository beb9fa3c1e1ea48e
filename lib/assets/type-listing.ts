import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { serverText } from '@/lib/server-text'
import { listTypes, settleUnlisted } from './listing'
import { readInstant } from '@/lib/db/read-together'
import { settleUncounted } from './uncounted'

/** How long a person waits for a listing of some types. */
const patienceMsDefault = 60_000

/**
 * Lists the assets of these types in the person's lane, and finds assets in the index that were deleted. Returns how
 * many assets the service has.
 * @throws AppError unavailable after `patienceMs`, otherwise as `Service.call`; assets that were already listed stay
 */
export async function refreshTypes(
  { clock, ...source }: { db: Database; service: Pick<Service, 'call'>; clock: Clock },
  typeIds: readonly string[],
  { signal, patienceMs = patienceMsDefault }: { signal?: AbortSignal | undefined; patienceMs?: number | undefined },
): Promise<number> {
  const patience = new AbortController()
  const ended = new AbortController()
  void clock.sleep(patienceMs, ended.signal).then(
    () => patience.abort(),
    () => null,
  )
  const within = AbortSignal.any([patience.signal, ...(signal === undefined ? [] : [signal])])
  try {
    const since = await readInstant(source.db)
    const listed = await listTypes(source, typeIds, { signal: within })
    await settleUnlisted(source, { listed, since, typeIds, doubtful: new Set() }, { lane: 'person', signal: within })
    await settleUncounted(source.db, since, typeIds)
    publishChange('assets')
    return listed.ids.size
  } catch (error) {
    if (patience.signal.aborted && signal?.aborted !== true)
      throw new AppError('unavailable', serverText('assets.listingLate'), { cause: error })
    throw error
  } finally {
    ended.abort()
  }
}
