import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { FollowUpsPage } from '@/components/review/follow-ups/follow-ups-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('review.followUps.title')

export default async function Page() {
  await requirePageSession('reviews:read')
  return (
    <SectionMessages of={['review', 'filters', 'savedViews', 'reportNames']}>
      <FollowUpsPage />
    </SectionMessages>
  )
}
