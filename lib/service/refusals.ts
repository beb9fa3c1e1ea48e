import { processWide } from '@/lib/process-wide'

/**
 * Remembers writes that the service refused to the token, so that screens can say so before somebody tries. Only for a
 * while: an administrator may have widened the permissions since, and nobody tries a disabled action.
 */
export type WriteArea = 'assets' | 'status-groups' | 'users'

const rememberedMs = 10 * 60_000

const refusals = () => processWide('write-refusals', () => new Map<WriteArea, number>())

/** The service answered a write in this area with 403. */
export function noteWriteRefusal(area: WriteArea): void {
  refusals().set(area, performance.now())
}

/** The service accepted a write in this area. */
export function noteWriteAccepted(area: WriteArea): void {
  refusals().delete(area)
}

/** Whether a write in this area was refused recently, and none was accepted since. */
export function areWritesRefused(area: WriteArea): boolean {
  const at = refusals().get(area)
  return at !== undefined && performance.now() - at < rememberedMs
}
