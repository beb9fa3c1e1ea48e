import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { AccountPage } from '@/components/account/account-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('account.title')

export default async function Page() {
  const actor = await requirePageSession()
  return (
    <SectionMessages of={['account', 'inbox']}>
      <AccountPage actor={actor} />
    </SectionMessages>
  )
}
