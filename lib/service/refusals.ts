import { processWide } from '@/lib/process-wide'

/**
 * What the service has refused the token to write. It is remembered so that screens can say so before somebody tries,
 * and for a while only: an administrator may have widened the permissions since, and nobody tries what is switched off.
 */
export type WriteArea = 'assets' | 'status-groups' | 'users'

const rememberedMs = 10 * 60_000

const refusals = () => processWide('write-refusals', () => new Map<WriteArea, number>())

/** The service answered a write of this area with 403. */
export function noteWriteRefusal(area: WriteArea): void {
  refusals().set(area, performance.now())
}

/** The service took a write of this area. */
export function noteWriteAccepted(area: WriteArea): void {
  refusals().delete(area)
}

/** Whether a write of this area was refused lately, and none was taken since. */
export function areWritesRefused(area: WriteArea): boolean {
  const at = refusals().get(area)
  return at !== undefined && performance.now() - at < rememberedMs
}
