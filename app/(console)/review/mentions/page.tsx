import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { Mentions } from '@/components/review/mentions'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('review.mentions.title')

export default async function MentionsPage() {
  await requirePageSession('reviews:read')
  return (
    <SectionMessages of={['review', 'reportNames']}>
      <Mentions />
    </SectionMessages>
  )
}
