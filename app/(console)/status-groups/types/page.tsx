import type { Metadata } from 'next'
import { TypeBoardPage } from '@/components/status-groups/board/type-board'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Type board' }

export default async function Page() {
  await requirePageSession('status-groups:read')
  return <TypeBoardPage />
}
