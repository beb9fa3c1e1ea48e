import type { Metadata } from 'next'
import { AccountPage } from '@/components/account/account-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Account' }

export default async function Page() {
  const actor = await requirePageSession()
  return <AccountPage actor={actor} />
}
