import { useTranslations } from 'next-intl'
import { NotFoundPage } from '@/components/shell/not-found-page'
import { titled } from './page-title'

export const generateMetadata = titled('shell.notFound.title')

export default function NotFound() {
  const t = useTranslations('shell.notFound')
  return (
    <main>
      <h1 className="sr-only">{t('title')}</h1>
      <NotFoundPage />
    </main>
  )
}
