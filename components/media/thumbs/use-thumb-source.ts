'use client'

import { useCallback, useSyncExternalStore } from 'react'
import type { ThumbSize } from '@/lib/media/model'
import { readThumbBatch } from '@/lib/media/thumbs-queries'
import { ThumbLoader, type ThumbSource } from './thumb-loader'

/** All thumbnails of the page. */
const loader = new ThumbLoader(readThumbBatch)

/**
 * Where the thumbnail of a file comes from; null until the response of its batch arrives. `isAlone`: requests no batch,
 * but uses a picture that is in memory.
 */
export function useThumbSource(
  { auditId, id }: { auditId: string; id: string },
  size: ThumbSize,
  isAlone: boolean,
): ThumbSource | null {
  // People view large thumbnails one by one, so they need no batch.
  const batchSize = size === 'large' ? null : size
  const isSingle = isAlone || batchSize === null
  const subscribe = useCallback(
    (onChange: () => void) =>
      isAlone || batchSize === null ? () => undefined : loader.want({ auditId, mediaId: id }, batchSize, onChange),
    [auditId, id, batchSize, isAlone],
  )
  const find = () => (batchSize === null ? null : loader.find({ auditId, mediaId: id }, batchSize))
  const source = useSyncExternalStore(subscribe, find, () => null)
  return source ?? (isSingle ? 'alone' : null)
}
