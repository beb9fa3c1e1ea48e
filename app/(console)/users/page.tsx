import type { Metadata } from 'next'
import { UsersPage } from '@/components/users/users-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Users' }

export default async function Page() {
  await requirePageSession('user-jobs:read')
  return <UsersPage />
}
