import { formatBytes } from '@/lib/browser/numbers'
import type { FileState } from '@/components/media/file-store'

/** "Loading the photo, 45 %"; the amount where the size is not known. */
export function describeLoading(what: string, file: FileState): string {
  if (file.status !== 'waiting' || file.received === 0) return what
  if (file.total === null) return `${what}, ${formatBytes(file.received)}`
  return `${what}, ${Math.min(99, Math.floor((100 * file.received) / file.total))} %`
}
