import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { TrainingPage } from '@/components/training/training-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('training.title')

export default async function Page() {
  await requirePageSession('training:read')
  return (
    <SectionMessages of={['training']}>
      <TrainingPage />
    </SectionMessages>
  )
}
