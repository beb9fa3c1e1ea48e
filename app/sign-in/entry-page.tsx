import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '@/components/shell/logo'
import { Backdrop } from './backdrop'

/** The frame of pages that need no session: sign-in, an invitation, a new password. */
export function EntryPage({
  title = 'Sightline',
  hint,
  below,
  children,
}: {
  title?: string
  hint?: string
  /** Content below the card. */
  below?: ReactNode
  children: ReactNode
}) {
  const t = useTranslations('signIn')
  return (
    <main className="relative flex min-h-dvh flex-col items-center justify-center overflow-hidden px-6 py-12">
      <Backdrop />
      <div className="relative flex w-full max-w-90 flex-col gap-6">
        <div className="flex flex-col items-center gap-3 text-center">
          <Logo size={44} />
          <div>
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            {hint !== undefined && <p className="mt-1 text-ink-muted">{hint}</p>}
          </div>
        </div>
        <div className="rounded border border-line bg-surface p-6">
          {children}
          <noscript>
            <p className="mt-4 text-sm text-ink-muted">{t('noScript')}</p>
          </noscript>
        </div>
        {below}
      </div>
    </main>
  )
}
