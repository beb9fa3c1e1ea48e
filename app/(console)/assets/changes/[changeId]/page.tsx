import { notFound } from 'next/navigation'
import * as z from 'zod'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ChangePage } from '@/components/asset-changes/change-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('assetChanges.page.title')

export default async function Page({ params }: PageProps<'/assets/changes/[changeId]'>) {
  await requirePageSession('assets:read')
  const changeId = z.uuid().safeParse((await params).changeId)
  if (!changeId.success) notFound()
  return (
    <SectionMessages of={['assetChanges', 'status']}>
      <ChangePage key={changeId.data} changeId={changeId.data} />
    </SectionMessages>
  )
}
