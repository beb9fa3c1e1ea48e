import type { Metadata } from 'next'
import { ReviewQueue } from '@/components/review/queue/review-queue'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Review' }

export default async function ReviewPage() {
  await requirePageSession('reviews:read')
  return <ReviewQueue />
}
