import type { Metadata } from 'next'
import { Mentions } from '@/components/review/mentions'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Mentions' }

export default async function MentionsPage() {
  await requirePageSession('reviews:read')
  return <Mentions />
}
