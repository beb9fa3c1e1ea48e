import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SectionMessages } from '@/app/section-messages'
import { titled } from '../page-title'
import { EntryPage } from '../sign-in/entry-page'
import { ResetPasswordForm } from './reset-password-form'

const readTitle = titled('signIn.reset.title')
export const generateMetadata = async (): Promise<Metadata> => ({ ...(await readTitle()), robots: { index: false } })

/** The target of a password link. The token is in the fragment of the address, so the server never sees it here. */
export default async function ResetPasswordPage() {
  const t = await getTranslations('signIn.reset')
  return (
    <EntryPage title={t('title')} hint={t('hint')}>
      <SectionMessages of={['signIn']}>
        <ResetPasswordForm />
      </SectionMessages>
    </EntryPage>
  )
}
