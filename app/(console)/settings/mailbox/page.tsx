import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MailboxPage } from '@/components/people/mailbox-page'
import { requirePageSession } from '@/lib/auth/session'
import { hasMailbox } from '@/lib/people/list-data'

export const metadata: Metadata = { title: 'Demo mailbox' }

export default async function Page() {
  await requirePageSession('people:read')
  if (!hasMailbox()) notFound()
  return <MailboxPage />
}
