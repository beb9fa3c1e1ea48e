import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { MediaWall } from '@/components/media/wall/wall-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('media.title')

export default async function MediaPage() {
  await requirePageSession('media:read')
  return (
    <SectionMessages of={['filters', 'media', 'reportNames']}>
      <MediaWall />
    </SectionMessages>
  )
}
