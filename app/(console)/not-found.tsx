import { useTranslations } from 'next-intl'
import { NotFoundHelp } from '@/components/shell/not-found-help'
import { NotFoundPage } from '@/components/shell/not-found-page'

/** Keeps the frame around an address that does not exist. */
export default function ConsoleNotFound() {
  const t = useTranslations('shell.notFound')
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      <NotFoundPage>
        <NotFoundHelp />
      </NotFoundPage>
    </>
  )
}
