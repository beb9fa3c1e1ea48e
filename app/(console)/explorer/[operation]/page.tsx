import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { OperationPage } from '@/components/explorer/operation-page'
import { requirePageSession } from '@/lib/auth/session'
import { readOperation } from '@/lib/explorer/data'

export async function generateMetadata({ params }: PageProps<'/explorer/[operation]'>): Promise<Metadata> {
  const operation = readOperation((await params).operation)
  const t = await getTranslations('explorer')
  return { title: operation === null ? t('title') : t('operationTitle', { operation: operation.title }) }
}

export default async function Page({ params, searchParams }: PageProps<'/explorer/[operation]'>) {
  await requirePageSession('system:read')
  const operation = readOperation((await params).operation)
  if (operation === null) notFound()
  const given: Record<string, readonly string[]> = {}
  for (const [name, value] of Object.entries(await searchParams)) if (value !== undefined) given[name] = [value].flat()
  return <OperationPage key={operation.name} operation={operation} given={given} />
}
