import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ReviewQueue } from '@/components/review/queue/review-queue'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('review.title')

export default async function ReviewPage() {
  await requirePageSession('reviews:read')
  return (
    <SectionMessages of={['review', 'filters', 'media', 'report', 'reportNames']}>
      <ReviewQueue />
    </SectionMessages>
  )
}
