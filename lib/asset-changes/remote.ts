import 'server-only'
import {
  addGroupTypes,
  getAsset,
  listStatusGroups,
  removeGroupTypes,
  setAssetStatus,
  type WireAsset,
  type WireStatusGroup,
} from '@/lib/service/assets'
import type { BreakerState, BucketState, CallOptions, Service } from '@/lib/service/types'

/** The requests that a change sends to the service. */
export interface Remote {
  listGroups(signal?: AbortSignal): Promise<WireStatusGroup[]>
  addType(groupId: string, typeId: string): Promise<void>
  removeType(groupId: string, typeId: string): Promise<void>
  getAsset(assetId: string, signal?: AbortSignal): Promise<WireAsset>
  setStatus(assetId: string, optionId: string | null): Promise<WireAsset>
  budget(): BucketState[]
  breaker(): BreakerState
}

/**
 * Requests of changes go after people's own requests and use only the tenth of the limit that is reserved for
 * background work. A change of thousands of objects may take minutes, but a page may not.
 */
const lane = 'background'
/** Short, because a step without a response is then checked. */
const writeDeadlineMs = 15_000
const readDeadlineMs = 30_000

export function createRemote(service: Service): Remote {
  const write: CallOptions = { lane, deadlineMs: writeDeadlineMs }
  const read = (signal: AbortSignal | undefined): CallOptions => ({
    lane,
    deadlineMs: readDeadlineMs,
    // The write is based on this read. A read that was started earlier for another caller may be out of date.
    isFresh: true,
    ...(signal === undefined ? {} : { signal }),
  })
  return {
    listGroups: (signal) => listStatusGroups(service, read(signal)),
    addType: (groupId, typeId) => addGroupTypes(service, groupId, [typeId], write),
    removeType: (groupId, typeId) => removeGroupTypes(service, groupId, [typeId], write),
    getAsset: (assetId, signal) => getAsset(service, assetId, read(signal)),
    setStatus: (assetId, optionId) => setAssetStatus(service, assetId, optionId, write),
    budget: () => service.budget(),
    breaker: () => service.breaker(lane),
  }
}
