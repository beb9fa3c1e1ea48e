'use client'

import { ThumbPicture } from '@/components/media/thumb'
import type { ViewerMedia } from '@/lib/media/schema'

/** Thumbnails as the media wall shows them. */
export function BenchTiles({ count, name, size }: { count: number; name: string; size: 'small' | 'medium' }) {
  return (
    <main className="flex flex-wrap">
      {Array.from({ length: count }, (_, at) => (
        <span key={`${name}${at}`} className="block size-20">
          <ThumbPicture media={describe(`${name}${at}`)} size={size} />
        </span>
      ))}
    </main>
  )
}

const describe = (id: string): ViewerMedia => ({
  id,
  auditId: 'audit_bench',
  kind: 'image',
  ext: 'jpg',
  isFetchable: true,
  title: id,
  section: null,
  label: null,
  takenAt: null,
  failed: false,
  number: 1,
  of: 1,
  anchor: null,
  fileName: `${id}.jpg`,
})
