import type { Metadata } from 'next'
import { TrainingPage } from '@/components/training/training-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Training' }

export default async function Page() {
  await requirePageSession('training:read')
  return <TrainingPage />
}
