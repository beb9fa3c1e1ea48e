import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import * as z from 'zod'
import { ChangePage } from '@/components/asset-changes/change-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Change of assets or types' }

export default async function Page({ params }: PageProps<'/assets/changes/[changeId]'>) {
  await requirePageSession('assets:read')
  const changeId = z.uuid().safeParse((await params).changeId)
  if (!changeId.success) notFound()
  return <ChangePage key={changeId.data} changeId={changeId.data} />
}
