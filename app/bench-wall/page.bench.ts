import { createElement } from 'react'
import * as z from 'zod'
import { thumbHref, type ThumbSize } from '@/lib/media/model'
import { BenchWallTiles } from './bench-wall'

// Exists only in the build of the bench. Shows as many thumbnails as fit on a screen, each by its own address, or as
// the media wall shows them.
export const dynamic = 'force-dynamic'

const asked = z.object({
  count: z.coerce.number(),
  name: z.string(),
  size: z.enum(['small', 'medium']),
  how: z.enum(['single', 'wall']),
})

export default async function BenchWall({ searchParams }: { searchParams: Promise<unknown> }) {
  const { count, name, size, how } = asked.parse(await searchParams)
  if (how === 'wall') return createElement(BenchWallTiles, { count, name, size })
  return createElement(
    'main',
    { className: 'flex flex-wrap' },
    Array.from({ length: count }, (_, n) => createElement('img', { key: n, ...describe(`${name}${n}`, size) })),
  )
}

function describe(mediaId: string, size: ThumbSize) {
  return {
    src: thumbHref('audit_bench', mediaId, size),
    alt: '',
    width: 80,
    height: 80,
    loading: 'lazy' as const,
    decoding: 'async' as const,
    elementtiming: 'thumb',
  }
}
