import type { Metadata } from 'next'
import { TokensPage } from '@/components/api-tokens/tokens-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'API tokens' }

export default async function Page() {
  await requirePageSession()
  return <TokensPage />
}
