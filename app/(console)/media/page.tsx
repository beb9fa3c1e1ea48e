import type { Metadata } from 'next'
import { SectionMessages } from '@/app/section-messages'
import { MediaWall } from '@/components/media/wall/wall-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Media' }

export default async function MediaPage() {
  await requirePageSession('media:read')
  return (
    <SectionMessages of={['media', 'filters']}>
      <MediaWall />
    </SectionMessages>
  )
}
