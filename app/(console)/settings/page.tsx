import { redirect } from 'next/navigation'
import { requirePageSession } from '@/lib/auth/session'

export default async function Page() {
  await requirePageSession()
  redirect('/settings/account')
}
