import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { FollowUps } from '@/components/review/follow-ups'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('review.followUps.title')

export default async function FollowUpsPage() {
  await requirePageSession('reviews:read')
  return (
    <SectionMessages of={['review', 'filters']}>
      <FollowUps />
    </SectionMessages>
  )
}
